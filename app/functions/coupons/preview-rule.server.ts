import { subDays } from "date-fns";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { parseAmount } from "~/platform/money/decimal";
import { cleanIdentifier } from "~/platform/text/identifier";
import { pluralize } from "~/platform/text/pluralize";
import { findProduct } from "./save-pool.server";

/** How far back a preview looks. */
const DAYS = 30;

export const ruleToPreview = z.object({
  /** A SKU, a handle or the number of a product. Blank for every product. */
  product: z.string().overwrite(cleanIdentifier).max(255).default(""),
  tag: z.string().overwrite(cleanIdentifier).max(255).default(""),
  minimum: z.string().max(20).nullish(),
});

/** How many orders of the last 30 days a rule would have emailed a coupon to, or why that can't be said yet, as a sentence. */
export async function previewRule(
  { shop: { domain, currency }, clock }: CallContext,
  { product, tag, minimum }: z.output<typeof ruleToPreview>,
): Promise<{ orders: number | null; text: string }> {
  const minimumCents = minimum ? parseAmount(minimum, currency) : null;
  if (minimum && minimumCents === null)
    return { orders: null, text: "Enter the minimum as an amount above 0, such as 50.00." };
  return withShop(domain, async (tx) => {
    const productId = product ? await findProduct(tx, product) : null;
    if (product && productId === null)
      return { orders: null, text: "No product has this SKU, handle or number. Check it." };
    // As `matchesRule` decides on a new order.
    const { rows } = await tx.$client.query<{ orders: number }>(
      `SELECT count(*)::int AS orders FROM orders_of_shop AS o
        WHERE o.processed_at >= $1 AND o.financial_status = 'PAID' AND o.cancelled_at IS NULL
          AND ($2::bigint IS NULL OR o.total_cents >= $2)
          AND ($3 = '' OR EXISTS (SELECT FROM unnest(o.tags) AS tag WHERE lower(tag) = lower($3))
                       OR EXISTS (SELECT FROM customers_of_shop AS c, unnest(c.tags) AS tag
                                   WHERE c.id = o.customer_id AND lower(tag) = lower($3)))
          AND ($4::bigint IS NULL OR EXISTS (SELECT FROM order_lines_of_shop AS l JOIN variants_of_shop AS v ON v.sku = l.sku
                                              WHERE l.order_id = o.id AND v.product_id = $4))`,
      [subDays(clock.now(), DAYS), minimumCents, tag, productId],
    );
    const orders = rows[0]?.orders ?? 0;
    return {
      orders,
      text: `In the last ${DAYS} days, ${pluralize(orders, "order")} would have got a coupon by email. Only orders from now on do.`,
    };
  });
}
