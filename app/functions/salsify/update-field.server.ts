import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { readDefinedMetafields } from "~/domain/products/read-metafields.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import * as messages from "./messages";
import { stopComparing } from "./snapshot.server";
import { lockFields, publishFields, recordFieldsChange, type StoredField } from "./stored-fields.server";
import { monitoredMetafields } from "./tables.server";

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
  if (!(await exists(domain, field))) throw notFound(messages.fieldNotFound(field));
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
  if (before.active === after.active && isAboutDelimiter) return messages.DELIMITER_SAVED;
  return after.active ? messages.ACTIVATED : messages.REMOVED;
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
