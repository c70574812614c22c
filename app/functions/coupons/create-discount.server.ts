import { and, eq, isNull, sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { discountByCode, discountCreate } from "~/connectors/shopify/operations/discounts";
import type { CallOptions } from "~/connectors/shopify/port";
import type { Shop } from "~/platform/auth/shops.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { upstreamFailed } from "~/platform/errors";
import { toDecimalString } from "~/platform/money/decimal";
import { numberIn } from "./discount-ids";
import type { StoredPool } from "./pool.server";
import { couponPools } from "./tables.server";

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
