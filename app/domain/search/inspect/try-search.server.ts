import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { PRODUCT_FIELDS } from "../index-fields";
import type { TestAnswer } from "../search-engine";
import { enginesFor, inTime, openPublished, type SyncedEngine } from "./search-engines.server";
import { availabilityText } from "./shown-value";

const ANSWER_WITHIN_MS = 15_000;
const MAX_HITS = 10;

export const foundProducts = z.object({
  total: z.number().int(),
  /** In the engine's order. */
  hits: z.array(
    z.object({
      id: z.string(),
      /** Empty for one that the store no longer has. */
      title: z.string(),
      vendor: z.string(),
      /** The lowest one. */
      price: z.string(),
      image: z.string().nullable(),
    }),
  ),
  facets: z.array(
    z.object({
      field: z.string(),
      /** For people, as each value's. */
      label: z.string(),
      values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
    }),
  ),
});
export type FoundProducts = z.infer<typeof foundProducts>;

const withLabels = ({ field, values }: TestAnswer["facets"][number]) => ({
  field,
  label: facetLabel(field),
  values: values.map((one) => ({ ...one, label: facetValueLabel(field, one.value) })),
});

/** Searches the live index of an engine as a storefront would. @throws 409 where it isn't set up or published, 502 */
export async function trySearch(
  { shop: { domain }, administrator }: CallContext,
  name: SyncedEngine["name"],
  query: { text: string; facets: Readonly<Record<string, string>> },
): Promise<FoundProducts> {
  const synced = (await enginesFor(domain, administrator)).find((engine) => engine.name === name);
  if (!synced)
    throw conflict("This search engine isn't set up for this shop. The account owner can do it on Settings.");
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const engine = await openPublished(domain, synced, signal);
  const { ids, total, facets } = await inTime(synced, signal, engine.search({ ...query, limit: MAX_HITS }));
  const rows = await withShop(domain, (tx) =>
    queryRows<{
      id: string;
      title: string;
      vendor: string;
      image: string | null;
      price: string | null;
      currency: string;
    }>(
      tx,
      sql`SELECT p.id, title, vendor, coalesce(media -> 0 ->> 'previewUrl', media -> 0 ->> 'src') AS image, shops.currency,
                 (SELECT min(price_cents) FROM variants_of_shop AS v WHERE v.product_id = p.id) AS price
            FROM products_of_shop AS p JOIN shops ON shops.shop = p.shop
           WHERE p.id = ANY(${sql.param(ids.filter((id) => /^\d{1,16}$/.test(id)))}::bigint[])`,
    ),
  );
  const products = new Map(rows.map((row) => [row.id, row]));
  const hits = ids.map((id) => {
    const product = products.get(id);
    const price = product?.price
      ? formatMoney(centsFromDatabase(product.price) as Cents, product.currency)
      : "";
    return {
      id,
      title: product?.title ?? "",
      vendor: product?.vendor ?? "",
      price,
      image: product?.image ?? null,
    };
  });
  const counted = facets.filter(({ values }) => values.length > 0);
  return { total, hits, facets: counted.map(withLabels) };
}

/** What engines call the fields of every product. Solr's names end with the type: `vendor_s`, `tags_ss`. */
const LABELS: Readonly<Record<string, string>> = {
  vendor: PRODUCT_FIELDS.vendor,
  productType: PRODUCT_FIELDS.productType,
  product_type: PRODUCT_FIELDS.productType,
  tags: PRODUCT_FIELDS.tags,
  collections: PRODUCT_FIELDS.collections,
  available: PRODUCT_FIELDS.availability,
};

const withoutType = (field: string): string => field.replace(/_(?:s|b|i|l|f|dt)s?$|_dts$/, "");

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A facet's name for people: Vendor, the name of an option, or the metafield. Another one is named as the engine does. */
function facetLabel(field: string): string {
  const own = LABELS[field] ?? LABELS[withoutType(field)];
  if (own) return own;
  const option = /^options\.(.+)$/.exec(field)?.[1] ?? /^option_(.+)_ss$/.exec(field)?.[1];
  if (option) return capitalized(option);
  return field.replace(/^metafields\./, "");
}

/** A value of a facet as shoppers read it. */
const facetValueLabel = (field: string, value: string): string =>
  withoutType(field) === "available" && (value === "true" || value === "false")
    ? availabilityText(value === "true")
    : value;
