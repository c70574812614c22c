import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import type { TestAnswer } from "../search-engine";
import { facetLabel, facetValueLabel } from "./facet-labels";
import { enginesFor, openPublished, type SyncedEngine } from "./search-engines.server";

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
  const engine = await openPublished(domain, synced, AbortSignal.timeout(ANSWER_WITHIN_MS));
  const { ids, total, facets } = await engine.search({ ...query, limit: MAX_HITS });
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
