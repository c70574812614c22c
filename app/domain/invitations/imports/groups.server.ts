import { isSwitchOn } from "~/core/settings/switches.server";
import { eventsByClosing } from "~/domain/events/audience.server";
import type { AudienceId } from "~/domain/invitations/audiences";
import { mtdUsers } from "~/domain/invitations/switches";
import { allUserTypes } from "~/domain/invitations/user-types/find-user-types.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { EVENT_FIELD_NAME } from "./invitation-imports";

export const MTD_FIELD_NAME = "mtd_check_box";

/** What a row says of the group that somebody is invited to: which it is, or what is wrong, at its field. */
type RowsGroup = { id: string } | { field: string; sentence: string };

/** What the rows of one audience can belong to, as the shop has it now. */
export interface Groups {
  isMtdOn: boolean;
  groupOf(values: Readonly<Record<string, string>>): RowsGroup;
}

/** Reads it for the transaction's shop. */
export async function readGroups(tx: ShopTransaction, audience: AudienceId): Promise<Groups> {
  const shop = await shopOf(tx);
  const isMtdOn = audience === "retiree" && (await isSwitchOn(tx, shop, mtdUsers));
  const groupOf = (await GROUPED[audience]?.(tx, shop)) ?? (() => ({ id: "" }));
  return { isMtdOn, groupOf };
}

type ReadGroupOf = (tx: ShopTransaction, shop: string) => Promise<Groups["groupOf"]>;

/** User types are found by their name, or by their id; an event by its id, while people can register for it. */
const GROUPED: Partial<Record<AudienceId, ReadGroupOf>> = {
  async usertype(tx, shop) {
    const types = await allUserTypes(tx, shop);
    const ids = new Map(
      types.flatMap(({ id, name }) => [
        [name.toLowerCase(), String(id)],
        [String(id), String(id)],
      ]),
    );
    return ({ user_type = "" }) => {
      const id = ids.get(user_type.trim().toLowerCase());
      return id ? { id } : { field: "user_type", sentence: `There is no user type “${user_type}”.` };
    };
  },
  async event(tx, shop) {
    const closed = await eventsByClosing(tx, shop);
    return ({ [EVENT_FIELD_NAME]: id = "" }) => {
      const why = closed.get(id);
      return why === null ? { id } : { field: "", sentence: why ?? "There is no such event." };
    };
  },
};

async function shopOf(tx: ShopTransaction): Promise<string> {
  const { rows } = await tx.$client.query<{ shop: string }>("SELECT current_setting('app.shop') AS shop");
  return rows[0]?.shop ?? "";
}
