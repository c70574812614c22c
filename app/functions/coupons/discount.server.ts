import { and, eq, isNull, sql } from "drizzle-orm";
import { isShopifyDown, liveAdminApi } from "~/connectors/shopify/live.server";
import {
  discountByCode,
  discountCodesUsage,
  discountCreate,
} from "~/connectors/shopify/operations/discounts";
import type { DiscountByCodeQuery } from "~/connectors/shopify/operations/discounts.generated";
import type { CallOptions } from "~/connectors/shopify/port";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { upstreamFailed } from "~/platform/errors";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { parseDecimal, toDecimalString } from "~/platform/money/decimal";
import { publishChange } from "~/platform/realtime/publish.server";
import { couponsList } from "./list.server";
import { checkLevel, endPool, type StoredPool } from "./pool.server";
import { couponPools } from "./tables.server";

/** Shopify's id of a discount with codes. */
export const discountGid = (number: number): string => `gid://shopify/DiscountCodeNode/${number}`;

/** Shopify's id of a code. */
export const redeemCodeGid = (number: number): string => `gid://shopify/DiscountRedeemCode/${number}`;

/** The number in one of Shopify's ids. */
export const numberIn = (gid: string): number => Number(gid.slice(gid.lastIndexOf("/") + 1));

type CodeDiscount = NonNullable<DiscountByCodeQuery["codeDiscountNodeByCode"]>["codeDiscount"];
type BasicDiscount = Extract<CodeDiscount, { __typename: "DiscountCodeBasic" }>;

/** What a discount in Shopify takes off, as a pool has it: a percentage or an amount, or neither for a value of another kind. */
export function discountValue(
  { customerGets: { value } }: Pick<BasicDiscount, "customerGets">,
  currency: string,
): Pick<StoredPool, "percent" | "amountCents"> {
  return {
    // A share times 100 has digits that aren't the percentage's: 0.07 is 7.000000000000001 %.
    percent:
      value.__typename === "DiscountPercentage"
        ? Math.round(Math.abs(value.percentage) * 10_000) / 100
        : null,
    amountCents: value.__typename === "DiscountAmount" ? parseDecimal(value.amount.amount, currency) : null,
  };
}

type Created =
  | { discountNumber: number; redeemCodeNumber: number | null }
  /** `isCodeTaken` when another code may do. */
  | { problem: string; isCodeTaken: boolean };

/**
 * Creates a pool's discount in Shopify with its first code, and stores its number. The code is also the idempotency key: when it is
 * taken by a discount with the pool's title, an earlier attempt created that.
 */
export async function createDiscount(
  shop: Shop,
  pool: StoredPool,
  code: string,
  call: CallOptions,
): Promise<Created> {
  const api = liveAdminApi(shop.domain);
  const { discountCodeBasicCreate: answer } = await api.run(
    discountCreate,
    {
      d: {
        title: pool.name,
        code,
        startsAt: pool.startsAt.toISOString(),
        endsAt: pool.endsAt?.toISOString() ?? null,
        appliesOncePerCustomer: pool.oncePerCustomer,
        // Each coupon belongs to one customer.
        usageLimit: 1,
        context: { all: "ALL" },
        customerGets: {
          items: { all: true },
          value:
            pool.amountCents === null
              ? { percentage: (pool.percent ?? 0) / 100 }
              : {
                  discountAmount: {
                    amount: toDecimalString(pool.amountCents, shop.currency),
                    appliesOnEachItem: false,
                  },
                },
        },
      },
    },
    call,
  );
  if (!answer) throw upstreamFailed("Shopify's answer doesn't say whether the discount was created.");
  const node = answer.codeDiscountNode;
  if (node) {
    const codes = "codes" in node.codeDiscount ? node.codeDiscount.codes.nodes : [];
    const [first] = codes;
    return store(shop.domain, pool, code, numberIn(node.id), first ? numberIn(first.id) : null);
  }
  const isCodeTaken = answer.userErrors.some((error) => error.code === "TAKEN");
  if (isCodeTaken) {
    const { codeDiscountNodeByCode: owner } = await api.run(discountByCode, { code }, call);
    const title = owner && "title" in owner.codeDiscount ? owner.codeDiscount.title : "";
    if (owner && title === pool.name) return store(shop.domain, pool, code, numberIn(owner.id), null);
    return { problem: takenBy(code, title), isCodeTaken };
  }
  const messages = answer.userErrors.map(({ message }) => message).join(" ");
  return { problem: `Shopify didn't create the discount ${pool.name}: ${messages}`, isCodeTaken };
}

/** Why a code can't be added that another discount has. @param title the discount's, empty when it isn't known */
export const takenBy = (code: string, title: string): string =>
  `Another discount${title ? ` (${title})` : ""} has the code ${code}. Use another code.`;

/**
 * Stores the discount's number. A dialog that still offers the discount's value can't be saved after that. When another pool has this
 * discount, its codes aren't this pool's.
 */
async function store(
  shop: string,
  { id, name }: StoredPool,
  code: string,
  discountNumber: number,
  redeemCodeNumber: number | null,
): Promise<Created> {
  try {
    await withShop(shop, (tx) =>
      tx
        .update(couponPools)
        .set({ discountNumber, version: sql`${couponPools.version} + 1` })
        .where(and(eq(couponPools.shop, shop), eq(couponPools.id, id), isNull(couponPools.discountNumber))),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return { problem: takenBy(code, name), isCodeTaken: true };
  }
  return { discountNumber, redeemCodeNumber };
}

/** Reconciles each hour how often coupons were used, for orders whose webhooks were lost, and their discounts' titles, values and dates. */
export const readUsageOfPools = defineTask({
  name: "coupons.read-usage",
  schedule: {
    cron: "17 * * * *",
    due: "EXISTS (SELECT FROM coupon_pools AS pool WHERE pool.shop = shops.shop AND pool.discount_number IS NOT NULL AND pool.archived_at IS NULL)",
    spreadMinutes: 30,
  },
  async run(shop, signal) {
    const pools = await withShop(shop, (tx) =>
      tx.select().from(couponPools).where(isNull(couponPools.archivedAt)),
    );
    for (const pool of pools) {
      if (signal.aborted) return;
      try {
        await readUsage(shop, pool, signal);
      } catch (error) {
        // A pool that can't be read must not hold up the others.
        log.warn({ shop, poolId: pool.id, err: error }, "the usage of coupons could not be read");
        if (await isShopifyDown(shop, error)) break;
      }
    }
    publishChange(shop, "showCoupons", { list: couponsList.name });
  },
});

/**
 * Reads the uses of a pool's codes from Shopify, and the discount's title, value and dates. A use whose order isn't known counts as a
 * redemption from now on. The counts lag behind orders, so they never lower a stored one. A pool whose discount was deleted ends.
 */
export async function readUsage(
  shop: string,
  { id: poolId, discountNumber }: Pick<StoredPool, "id" | "discountNumber">,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (discountNumber === null) return;
  const { currency } = await requireShop(shop);
  const api = liveAdminApi(shop);
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const variables: { id: string; after: string | null } = { id: discountGid(discountNumber), after };
    const endBefore = await readEnd(shop, poolId);
    const answer = await api.run(discountCodesUsage, variables, { priority: "bulk", signal });
    if (!answer.codeDiscountNode)
      return withShop(shop, (tx) => endPool(tx, shop, { id: poolId, discountNumber }));
    const discount = answer.codeDiscountNode.codeDiscount;
    if (!("codes" in discount)) return;
    const { nodes, pageInfo } = discount.codes;
    const { percent, amountCents } = discountValue(discount, currency);
    await withShop(shop, async (tx) => {
      await tx.$client.query(
        `UPDATE coupon_codes AS c
            SET redeem_code_number = used.number, usage_count = greatest(c.usage_count, used.count),
                redeemed_at = CASE WHEN used.count > 0 THEN coalesce(c.redeemed_at, now()) ELSE c.redeemed_at END
           FROM unnest($3::text[], $4::bigint[], $5::int[]) AS used (code, number, count)
          WHERE c.shop = $1 AND c.pool_id = $2 AND lower(c.code) = lower(used.code)
            AND (c.redeem_code_number IS DISTINCT FROM used.number OR c.usage_count < used.count)`,
        [
          shop,
          poolId,
          nodes.map(({ code }) => code),
          nodes.map((node) => numberIn(node.id)),
          nodes.map(({ asyncUsageCount }) => asyncUsageCount),
        ],
      );
      await tx.$client.query(
        // Another reading may have ended the pool since, because its discount was deleted. Unlike titles, names of pools are unique.
        `UPDATE coupon_pools SET starts_at = $3, ends_at = $4, percent = $6, amount_cents = $7, once_per_customer = $8,
                name = CASE WHEN EXISTS (SELECT FROM coupon_pools AS other
                              WHERE other.shop = $1 AND other.id <> $2 AND lower(other.name) = lower($9)) THEN name ELSE $9 END,
                usage_read_at = now()
          WHERE shop = $1 AND id = $2 AND ends_at IS NOT DISTINCT FROM $5::timestamptz`,
        [
          shop,
          poolId,
          discount.startsAt,
          discount.endsAt,
          endBefore,
          percent,
          amountCents,
          discount.appliesOncePerCustomer,
          discount.title,
        ],
      );
      await checkLevel(tx, shop, poolId);
    });
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
}

/** As text, because a `Date` has no microseconds. */
async function readEnd(shop: string, poolId: number): Promise<string | null> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ end: string | null }>(
      `SELECT ends_at::text AS "end" FROM coupon_pools WHERE shop = $1 AND id = $2`,
      [shop, poolId],
    ),
  );
  return rows[0]?.end ?? null;
}
