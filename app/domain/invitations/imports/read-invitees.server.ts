import { defineHook } from "~/core/hook.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import { MTD_TAG } from "~/domain/customers/reserved-tags";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AUDIENCES, type AudienceId, type InvitationScope } from "../audiences";
import type { Invitation } from "../invitation.server";
import { withNames } from "../names.server";
import { parseTags } from "../parse-tags";
import { readParticulars, whyClosed } from "../particulars.server";
import { type Invitee, invitee } from "../person";
import { mtdUsers } from "../switches";
import { allUserTypes } from "../user-types/list.server";
import { EVENT_FIELD_NAME } from "./import";

const FIELD_NAMES: Record<string, string> = {
  firstName: "first_name",
  lastName: "last_name",
  additionalTags: "tags",
};

/** The invitee in a row's values, or the errors by field. */
export function inviteeOf(
  values: Readonly<Record<string, string>>,
): { person: Invitee } | { problems: { field: string; sentence: string }[] } {
  const { data, error } = invitee.safeParse({
    firstName: values.first_name,
    lastName: values.last_name,
    email: values.email,
    additionalTags: values.tags,
  });
  if (data) return { person: { ...data, isMtd: values.mtd_check_box === "1" } };
  return {
    problems: error.issues.map(({ path, message }) => {
      const name = String(path[0] ?? "");
      return { field: FIELD_NAMES[name] ?? name, sentence: message };
    }),
  };
}

/** A row's tags without those that every invited person gets here: an export of the list has them. */
function withoutOwn({ tags = "", mtd_check_box }: Values, own: readonly string[]): string {
  const given = new Set(
    [...own, ...(mtd_check_box === "1" ? [MTD_TAG] : [])].map((tag) => tag.toLowerCase()),
  );
  return parseTags(tags)
    .filter((tag) => !given.has(tag.toLowerCase()))
    .join(", ");
}

type Values = Readonly<Record<string, string>>;

/**
 * Reads the people in rows of one group, in the order of the rows. An event's invitees may have no names: they get the names
 * that `withNames` finds. The check of a file and the write of a row both use it, so they refuse the same.
 */
export async function readInvitees(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
  rows: readonly Values[],
): Promise<ReturnType<typeof inviteeOf>[]> {
  if (scope.audience !== "event") {
    // A row may name no group that there is.
    const isGroup = scope.groupId !== "";
    const groupTags = isGroup ? (await readParticulars(tx, shop, scope)).tags : [];
    const own = [...AUDIENCES[scope.audience].tags, ...groupTags];
    return rows.map((values) => inviteeOf({ ...values, tags: withoutOwn(values, own) }));
  }
  const people = await withNames(
    tx,
    shop,
    scope,
    rows.map(({ email = "", first_name: firstName, last_name: lastName }) => ({
      email,
      firstName,
      lastName,
    })),
  );
  return rows.map((values, index) => {
    const { firstName = "", lastName = "" } = people[index] ?? {};
    return inviteeOf({ ...values, first_name: firstName, last_name: lastName });
  });
}

export const MTD_FIELD_NAME = "mtd_check_box";

/** The group that a row invites to, or the problem at its field. */
type RowGroup = { id: string } | { field: string; sentence: string };

/** The groups that rows of one audience can invite to, as the shop has them now. */
interface Groups {
  shop: string;
  isMtdOn: boolean;
  groupOf(values: Readonly<Record<string, string>>): Promise<RowGroup>;
}

/** Reads the groups of the transaction's shop. The check of a file and the write of a row both use it, so they refuse the same. */
export async function readGroups(tx: ShopTransaction, audience: AudienceId): Promise<Groups> {
  const shop = await shopOf(tx);
  const isMtdOn = audience === "retiree" && (await isSwitchOn(tx, shop, mtdUsers));
  const groupOf = (await GROUPED[audience]?.(tx, shop)) ?? (async () => ({ id: "" }));
  return { shop, isMtdOn, groupOf };
}

type ReadGroupOf = (tx: ShopTransaction, shop: string) => Promise<Groups["groupOf"]>;

/** A user type is found by its name or id. An event is found by its id, while it has places and registration is open. */
const GROUPED: Partial<Record<AudienceId, ReadGroupOf>> = {
  async usertype(tx, shop) {
    const types = await allUserTypes(tx, shop);
    const ids = new Map(
      types.flatMap(({ id, name }) => [
        [name.toLowerCase(), String(id)],
        [String(id), String(id)],
      ]),
    );
    return async ({ user_type = "" }) => {
      const id = ids.get(user_type.trim().toLowerCase());
      return id ? { id } : { field: "user_type", sentence: `There is no user type “${user_type}”.` };
    };
  },
  async event(tx, shop) {
    // All rows of a file are about one event, which is read once.
    const groups = new Map<string, Promise<RowGroup>>();
    const read = async (id: string): Promise<RowGroup> => {
      const closed = await whyClosed(tx, shop, { audience: "event", groupId: id });
      return closed ? { field: "", sentence: closed.message } : { id };
    };
    return ({ [EVENT_FIELD_NAME]: id = "" }) => {
      const group = groups.get(id) ?? read(id);
      groups.set(id, group);
      return group;
    };
  },
};

async function shopOf(tx: ShopTransaction): Promise<string> {
  const { rows } = await tx.$client.query<{ shop: string }>("SELECT current_setting('app.shop') AS shop");
  return rows[0]?.shop ?? "";
}

/**
 * Why an invitation that an import created is kept when the import is undone, in words that follow "They were", such as "checked in".
 * Null for no reason.
 */
export const invitationKeepReasons =
  defineHook<(tx: ShopTransaction, invitation: Invitation) => Promise<string | null>>(
    "invitations.keep-reasons",
  );
