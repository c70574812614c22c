import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { priceSkuLists } from "../tables.server";

const MAX_SKUS = 20_000;

/** The most unknown SKUs that an answer names. */
const MAX_NAMED = 20;

/**
 * Stores a list of SKUs, one per line or separated by commas, semicolons or tabs, so that an address can choose products by it. The same
 * SKUs are the same list.
 * @throws 400 without a SKU, or with too many
 */
export async function storeSkuList(
  { shop: { domain }, clock }: CallContext,
  text: string,
): Promise<{ id: string; skus: number; unknown: string[]; unknownCount: number }> {
  const skus = [...new Set(text.split(/[\n\r\t,;]+/).map(cleanIdentifier))].filter(Boolean).sort();
  const problem =
    skus.length === 0
      ? "Enter at least one SKU."
      : skus.length > MAX_SKUS
        ? `These are ${skus.length.toLocaleString("en-US")} SKUs. A list has at most ${MAX_SKUS.toLocaleString("en-US")}.`
        : null;
  if (problem) throw badRequest(problem, { text: problem });
  const id = stableUuid("price SKU list", ...skus);
  return withShop(domain, async (tx) => {
    await tx
      .insert(priceSkuLists)
      .values({ shop: domain, id, skus, enteredAt: clock.now() })
      .onConflictDoUpdate({
        target: [priceSkuLists.shop, priceSkuLists.id],
        set: { enteredAt: clock.now() },
      });
    const unknown = await queryRows<{ sku: string }>(
      tx,
      sql`SELECT sku FROM unnest(${sql.param(skus)}::text[]) AS entered (sku)
           WHERE NOT EXISTS (SELECT FROM variants_of_shop AS v WHERE v.sku = entered.sku) ORDER BY sku`,
    );
    return {
      id,
      skus: skus.length,
      unknown: unknown.slice(0, MAX_NAMED).map(({ sku }) => sku),
      unknownCount: unknown.length,
    };
  });
}

/** An address with such a list is used within days. */
export const forgetSkuLists = definePruning({
  name: "bulkprice.forget-sku-lists",
  cron: "35 4 * * *",
  what: "Lists of SKUs on the price workbench",
  days: 30,
  rows: [{ table: "price_sku_lists", where: olderThan("entered_at", 30) }],
});
