import type { AudienceId } from "~/domain/invitations/audiences";
import { allUserTypes } from "~/domain/invitations/user-types/find.server";
import { readSwitches } from "~/domain/settings/switches.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

export const MTD_FIELD_NAME = "mtd_check_box";

/** What the rows of one audience can belong to, as the shop has it now. */
export interface Groups {
  isMtdOn: boolean;
  /** The group that a row names; null for one that is not there. */
  groupOf(values: Readonly<Record<string, string>>): string | null;
}

/** Reads it for the transaction's shop. User types are found by their name, or by their id. */
export async function readGroups(tx: ShopTransaction, audience: AudienceId): Promise<Groups> {
  const shop = await shopOf(tx);
  const isMtdOn = audience === "retiree" && (await readSwitches(tx, shop)).mtdUsers;
  if (audience !== "usertype") return { isMtdOn, groupOf: () => "" };
  const types = await allUserTypes(tx, shop);
  const ids = new Map(
    types.flatMap(({ id, name }) => [
      [name.toLowerCase(), String(id)],
      [String(id), String(id)],
    ]),
  );
  return { isMtdOn, groupOf: ({ user_type = "" }) => ids.get(user_type.trim().toLowerCase()) ?? null };
}

async function shopOf(tx: ShopTransaction): Promise<string> {
  const { rows } = await tx.$client.query<{ shop: string }>("SELECT current_setting('app.shop') AS shop");
  return rows[0]?.shop ?? "";
}
