import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { readDefinedMetafields, readUsedMetafields } from "~/domain/products/read-metafields.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { MonitoredField } from "./monitored-field";
import { byField, readStoredFields } from "./stored-fields.server";

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
