import { isSwitchOn } from "~/core/settings/switches.server";
import type { AudienceId } from "~/domain/invitations/audiences";
import { whyClosed } from "~/domain/invitations/particulars.server";
import { mtdUsers } from "~/domain/invitations/switches";
import { allUserTypes } from "~/domain/invitations/user-types/find-user-types.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { EVENT_FIELD_NAME } from "./invitation-imports";

export const MTD_FIELD_NAME = "mtd_check_box";

/** The group that a row invites to, or the problem at its field. */
type RowGroup = { id: string } | { field: string; sentence: string };

/** The groups that rows of one audience can invite to, as the shop has them now. */
export interface Groups {
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
