import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { listFields } from "./list-fields.server";
import { activated } from "./messages";
import { stopComparing } from "./snapshot.server";
import {
  lockFields,
  publishFields,
  readActiveFields,
  recordFieldsChange,
  type StoredField,
} from "./stored-fields.server";

/** Monitors all metafields of the store, or none. Delimiters stay. */
export async function selectAllFields(
  context: CallContext,
  active: boolean,
): Promise<{ status: true; msg: string; monitored: number }> {
  const { domain } = context.shop;
  const fields = active ? (await listFields(context)).map(({ field }) => field) : [];
  const monitored = await withShop(domain, async (tx) => {
    await lockFields(tx, domain);
    const changed = active ? await activateAll(tx, domain, fields) : await deactivateAll(tx, domain);
    if (changed.length > 0) {
      const names = changed.map(({ field }) => field);
      if (!active) await stopComparing(tx, domain, names);
      const changes = changed.map((after) => ({ before: { ...after, active: !active }, after }));
      await recordFieldsChange(tx, context, changes);
    }
    return (await readActiveFields(tx, domain)).length;
  });
  publishFields(domain);
  return { status: true, msg: activated(monitored), monitored };
}

/** @returns the metafields that weren't monitored before */
async function activateAll(
  tx: ShopTransaction,
  shop: string,
  fields: readonly string[],
): Promise<StoredField[]> {
  const { rows } = await tx.$client.query<StoredField>(
    `INSERT INTO monitored_metafields AS stored (shop, field, active)
     SELECT $1, field, true FROM unnest($2::text[]) AS field
     ON CONFLICT (shop, field) DO UPDATE SET active = true WHERE NOT stored.active
     RETURNING field, active, delimiter`,
    [shop, fields],
  );
  return rows;
}

/** @returns the metafields that were monitored before */
async function deactivateAll(tx: ShopTransaction, shop: string): Promise<StoredField[]> {
  const { rows } = await tx.$client.query<StoredField>(
    `UPDATE monitored_metafields SET active = false WHERE shop = $1 AND active
     RETURNING field, active, delimiter`,
    [shop],
  );
  return rows;
}
