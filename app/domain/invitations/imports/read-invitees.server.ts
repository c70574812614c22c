import { MTD_TAG } from "~/domain/customers/reserved-tags";
import { AUDIENCES, type InvitationScope } from "~/domain/invitations/audiences";
import { withNames } from "~/domain/invitations/names.server";
import { parseTags } from "~/domain/invitations/parse-tags";
import { readParticulars } from "~/domain/invitations/particulars.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { inviteeOf } from "./invitee";

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
