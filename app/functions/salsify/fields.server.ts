import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { readDefinedMetafields, readUsedMetafields } from "~/domain/products/read-metafields.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { ACTIVATED, activated, DELIMITER_SAVED, fieldNotFound, type MonitoredField, REMOVED } from "./fields";
import { stopComparing } from "./snapshot.server";
import {
  byField,
  lockFields,
  publishFields,
  readActiveFields,
  readStoredFields,
  recordFieldsChange,
  type StoredField,
} from "./stored-fields.server";
import { monitoredMetafields } from "./tables.server";

/**
 * The store's product metafields: those with a definition, those that products have without one, and monitored ones that are
 * neither. In the order of their keys.
 * @param options.stored leaves the definitions out: those need Shopify
 */
export async function listFields(
  { shop: { domain } }: CallContext,
  options: { stored?: boolean } = {},
): Promise<MonitoredField[]> {
  const [names, { used, stored }] = await Promise.all([
    options.stored ? undefined : readDefinedMetafields(liveAdminApi(domain)),
    withShop(domain, async (tx) => ({
      used: await readUsedMetafields(tx, domain),
      stored: new Map((await readStoredFields(tx, domain)).map((row) => [row.field, row])),
    })),
  ]);
  const monitored = [...stored.values()].filter(({ active }) => active).map(({ field }) => field);
  return [...new Set([...(names?.keys() ?? []), ...used.keys(), ...monitored])]
    .map((field) => ({
      field,
      active: stored.get(field)?.active ?? false,
      delimiter: stored.get(field)?.delimiter ?? "",
      name: names && (names.get(field) ?? null),
    }))
    .sort(byField);
}

/** What changes of a metafield. What is undefined stays. */
interface FieldChange {
  field: string;
  active?: boolean;
  delimiter?: string;
}

/**
 * Monitors a metafield or stops that, and sets its delimiter. One that is no longer monitored isn't compared by the next report.
 * @returns the message for the person
 * @throws 404 when the store has no such metafield
 */
export async function updateField(context: CallContext, change: FieldChange): Promise<string> {
  const { domain } = context.shop;
  const { field } = change;
  if (!(await exists(domain, field))) throw notFound(fieldNotFound(field));
  const { before, after } = await withShop(domain, async (tx) => {
    await lockFields(tx, domain);
    const [row] = await tx
      .select()
      .from(monitoredMetafields)
      .where(and(eq(monitoredMetafields.shop, domain), eq(monitoredMetafields.field, field)));
    const before: StoredField = { field, active: row?.active ?? false, delimiter: row?.delimiter ?? "" };
    const { active = before.active, delimiter = before.delimiter } = change;
    const after: StoredField = { field, active, delimiter };
    if (active === before.active && delimiter === before.delimiter) return { before, after };
    await tx
      .insert(monitoredMetafields)
      .values({ shop: domain, ...after })
      .onConflictDoUpdate({
        target: [monitoredMetafields.shop, monitoredMetafields.field],
        set: { active, delimiter },
      });
    if (before.active && !active) await stopComparing(tx, domain, [field]);
    await recordFieldsChange(tx, context, [{ before, after }]);
    return { before, after };
  });
  publishFields(domain);
  const isAboutDelimiter = change.active === undefined || before.delimiter !== after.delimiter;
  if (before.active === after.active && isAboutDelimiter) return DELIMITER_SAVED;
  return after.active ? ACTIVATED : REMOVED;
}

/** Whether the grid has a metafield. Shopify is asked only about one that no product has. */
async function exists(shop: string, field: string): Promise<boolean> {
  const isKnown = await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ known: boolean }>(
      `SELECT EXISTS (SELECT FROM monitored_metafields WHERE shop = $1 AND field = $2)
           OR EXISTS (SELECT FROM products_of_shop WHERE metafields ? $2) AS known`,
      [shop, field],
    );
    return rows[0]?.known ?? false;
  });
  return isKnown || (await readDefinedMetafields(liveAdminApi(shop))).has(field);
}

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
