import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";

/** A variant that customers can get. */
export interface Reward {
  /** The number in Shopify's id. */
  id: string;
  /** Of the product and the variant. */
  title: string;
  sku: string | null;
}

const MAX_FOUND = 20;
const NO_VARIANT = "The store has no such variant. Search for the reward, and select it.";

const TITLE = sql`p.title || CASE WHEN v.title IN ('', 'Default Title') THEN '' ELSE ' - ' || v.title END`;
const FROM = sql`variants_of_shop AS v JOIN products_of_shop AS p ON p.id = v.product_id`;

/** The first variants whose title or SKU contains a text, in any case, by title. */
export const searchRewards = (tx: ShopTransaction, text: string): Promise<Reward[]> =>
  queryRows<Reward>(
    tx,
    sql`SELECT v.id::text AS id, ${TITLE} AS title, v.sku FROM ${FROM}
         WHERE ${text ? contains(sql`lower(${TITLE} || ' ' || coalesce(v.sku, ''))`, text) : sql`true`}
         ORDER BY lower(p.title), v.position, v.id LIMIT ${MAX_FOUND}`,
  );

/** The title of a reward. @throws 400 for a variant that the store doesn't have */
export async function findRewardTitle(tx: ShopTransaction, variantId: number): Promise<string> {
  const [reward] = await queryRows<{ title: string }>(
    tx,
    sql`SELECT ${TITLE} AS title FROM ${FROM} WHERE v.id = ${variantId}`,
  );
  if (!reward) throw badRequest(NO_VARIANT, { rewardVariantId: NO_VARIANT });
  return reward.title;
}
