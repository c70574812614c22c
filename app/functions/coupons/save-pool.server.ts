import { startOfSecond, subDays } from "date-fns";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { discountByCode } from "~/connectors/shopify/operations/discounts";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { productByHandle, productsById } from "~/domain/products/read-products.server";
import { variantsBySku, variantsOfProduct } from "~/domain/products/read-variants.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatInstant } from "~/platform/dates/instant";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { isMailAddress, MAX_MAIL_ADDRESS_LENGTH } from "~/platform/mail-address";
import type { Cents } from "~/platform/money/cents";
import { exampleAmount, parseAmount } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { pluralize } from "~/platform/text/pluralize";
import { requestFillWaiting } from "./assign.server";
import { couponPoolChanged, couponPoolCreated, couponPoolSubject } from "./audit.server";
import { batchIntent, hasBatch } from "./batch.server";
import { discountValue, numberIn } from "./discount.server";
import { couponsList } from "./list.server";
import { archivedText, clearAlert, describeValue, lockPool, type StoredPool } from "./pool.server";
import { type CouponPool, readPool } from "./read-pools.server";
import { couponPools } from "./tables.server";

const text = z.string();
/** Decimal text in the shop's currency, with a point. */
const amount = text.max(20);
const whole = (problem: string) => z.coerce.number(problem).int(problem);
const PERCENT = "Enter a whole number from 1 to 100.";
const instant = z.iso.datetime({
  offset: true,
  error: "Enter a date and time, such as 12/31/2027 11:59:59 PM.",
});

export const poolId = z.coerce.number().int().positive("must be the number of a pool");

const poolFields = {
  name: text.trim().min(1, "Enter a name.").max(255, "Enter at most 255 characters."),
  percent: whole(PERCENT).min(1, PERCENT).max(100, PERCENT).nullish(),
  amount: amount.nullish(),
  startsAt: instant.nullish(),
  endsAt: instant.nullish(),
  oncePerCustomer: z.boolean().default(true),
  assigns: z.boolean().default(false),
  /** A SKU, a handle or the number of a product. Blank for every product. */
  product: text.overwrite(cleanIdentifier).max(255, "Enter at most 255 characters.").default(""),
  tag: text.overwrite(cleanIdentifier).max(255, "Enter at most 255 characters.").default(""),
  minimum: amount.nullish(),
  alertLevel: whole("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(1_000_000, "Enter at most 1,000,000.")
    .nullish(),
  alertTo: text.trim().max(MAX_MAIL_ADDRESS_LENGTH, "Enter at most 254 characters.").default(""),
};
export const newPool = z.object({
  ...poolFields,
  /** A code of an existing discount, whose codes the pool then has. Blank: a discount is created with the first codes. */
  existingCode: text.trim().max(255, "Enter at most 255 characters.").default(""),
});
export const changedPool = z.object({ ...poolFields, id: poolId, version: z.number().int() });

type NewPool = z.infer<typeof newPool>;
type Discount = Pick<
  StoredPool,
  "name" | "discountNumber" | "percent" | "amountCents" | "oncePerCustomer" | "startsAt" | "endsAt"
>;

/**
 * Creates a pool. A new discount is created in Shopify with the pool's first codes. An existing one is found by one of its codes.
 * @throws 400 with a message per field, 404 for an unknown existing discount, 409 when the name or the discount has a pool
 */
export async function createPool(context: CallContext, input: NewPool): Promise<CouponPool> {
  const { shop, administrator, clock } = context;
  const discount = input.existingCode
    ? await findDiscount(shop, input.existingCode)
    : readDiscount(shop, input, clock.now());
  const pool = await withShop(shop.domain, async (tx) => {
    const rule = await readRule(tx, shop, input, null, clock.now());
    const [row] = await tx
      .insert(couponPools)
      .values({
        shop: shop.domain,
        ...discount,
        ...rule,
        ownerId: administrator.id,
        ownerName: administrator.name,
      })
      .returning();
    if (!row) throw new Error("The pool wasn't inserted.");
    await recordAudit(tx, shop.domain, couponPoolCreated, {
      actor: administrator,
      subject: { type: couponPoolSubject, id: String(row.id) },
      before: null,
      after: sideOf(row, shop),
      flag: "showCoupons",
    });
    return readPool(tx, shop, row.id, clock.now());
  }).catch(refuseDuplicate);
  publishChange(shop.domain, "showCoupons", { list: couponsList.name });
  return pool;
}

/**
 * Changes a pool's rule and level, and its value and dates until its discount exists in Shopify.
 * @throws 400 with a message per field, 404 for an unknown pool, 409 when it was changed since or while its discount
 * is being created
 */
export async function changePool(
  context: CallContext,
  input: z.infer<typeof changedPool>,
): Promise<CouponPool> {
  const { shop, administrator, clock } = context;
  const pool = await withShop(shop.domain, async (tx) => {
    const before = await lockPool(tx, shop.domain, input.id);
    if (before.version !== input.version)
      throw await outdatedFormOf(
        tx,
        context,
        { type: couponPoolSubject, id: input.id, action: couponPoolChanged },
        "this pool",
      );
    if (before.archivedAt !== null) throw conflict(archivedText(before.name));
    // The batch creates the discount with the values that it read.
    if (before.discountNumber === null && (await hasBatch(tx, shop.domain, input.id)))
      throw conflict(batchIntent.busyMessage);
    const discount = before.discountNumber === null ? readDiscount(shop, input, clock.now()) : {};
    const [after] = await tx
      .update(couponPools)
      .set({
        ...discount,
        ...(await readRule(tx, shop, input, before, clock.now())),
        version: before.version + 1,
      })
      .where(and(eq(couponPools.shop, shop.domain), eq(couponPools.id, input.id)))
      .returning();
    if (!after) throw new Error("The locked pool is gone.");
    await recordAudit(tx, shop.domain, couponPoolChanged, {
      actor: administrator,
      subject: { type: couponPoolSubject, id: String(input.id) },
      before: sideOf(before, shop),
      after: sideOf(after, shop),
      flag: "showCoupons",
    });
    await clearAlert(tx, shop.domain, input.id);
    await requestFillWaiting(tx, shop.domain);
    return readPool(tx, shop, input.id, clock.now());
  }).catch(refuseDuplicate);
  publishChange(shop.domain, "showCoupons", { list: couponsList.name });
  return pool;
}

function refuseDuplicate(error: unknown): never {
  if (isUniqueViolation(error))
    throw conflict("Another pool has this name or this discount. Open it in the list of pools.");
  throw error;
}

/** An existing discount as a pool has it. @throws 404 or 409 for a code whose discount can't have a pool */
async function findDiscount({ domain, currency }: Shop, code: string): Promise<Discount> {
  const { codeDiscountNodeByCode: node } = await liveAdminApi(domain).run(discountByCode, { code });
  if (!node) throw notFound(`No discount in Shopify has the code ${code}. Check the code.`);
  const { codeDiscount } = node;
  if (codeDiscount.__typename !== "DiscountCodeBasic")
    throw conflict(
      "This discount isn't an amount off or a percentage off. Pools support only these. Choose another discount.",
    );
  return {
    name: codeDiscount.title,
    discountNumber: numberIn(node.id),
    ...discountValue(codeDiscount, currency),
    oncePerCustomer: codeDiscount.appliesOncePerCustomer,
    startsAt: new Date(codeDiscount.startsAt),
    endsAt: codeDiscount.endsAt === null ? null : new Date(codeDiscount.endsAt),
  };
}

type Fields = Omit<NewPool, "existingCode">;

/** The discount that a form describes. It begins now without a date. */
function readDiscount({ currency }: Shop, input: Fields, now: Date): Discount {
  const errors: Record<string, string> = {};
  const percent = input.percent ?? null;
  let amountCents: Cents | null = null;
  if (input.amount) {
    amountCents = parseAmount(input.amount, currency);
    if (amountCents === null)
      errors.amount = `Enter an amount above 0, such as ${exampleAmount(5, currency)}.`;
  }
  if (percent === null && !input.amount) errors.percent = "Enter a percentage or an amount.";
  if (percent !== null && input.amount) errors.amount = "Enter a percentage or an amount, not both.";
  const startsAt = input.startsAt ? new Date(input.startsAt) : now;
  const endsAt = input.endsAt ? new Date(input.endsAt) : null;
  if (endsAt && endsAt <= startsAt) errors.endsAt = "Enter an end date after the start date.";
  refuseFields(errors);
  return {
    name: input.name,
    discountNumber: null,
    percent,
    amountCents,
    oncePerCustomer: input.oncePerCustomer,
    startsAt,
    endsAt,
  };
}

/** The rule and the level that a form describes. @param before null for a new pool */
async function readRule(
  tx: ShopTransaction,
  { currency }: Shop,
  input: Fields,
  before: StoredPool | null,
  now: Date,
) {
  const errors: Record<string, string> = {};
  const minimumCents = input.minimum ? parseAmount(input.minimum, currency) : null;
  if (input.minimum && minimumCents === null)
    errors.minimum = `Enter an amount above 0, such as ${exampleAmount(50, currency)}.`;
  if (input.alertTo && !isMailAddress(input.alertTo)) errors.alertTo = "Enter one valid email address.";
  // The pool's own product stays also when the store no longer has it: then no order matches, instead of every order.
  const isSame = before?.productId != null && input.product === String(before.productId);
  const productId = isSame ? before.productId : input.product ? await findProduct(tx, input.product) : null;
  if (input.product && productId === null)
    errors.product = "No product has this SKU, handle or number. Check it.";
  // An order's lines name their products only by SKU.
  if (productId !== null && !isSame && (await variantsOfProduct(tx, productId)).some(({ sku }) => !sku))
    errors.product = "Orders name products by SKU. Give each variant of this product a SKU in Shopify first.";
  refuseFields(errors);
  return {
    assigns: input.assigns,
    // Shopify's times of orders are whole seconds.
    assignsSince: input.assigns ? (before?.assignsSince ?? startOfSecond(now)) : null,
    productId,
    tag: input.tag || null,
    minimumCents,
    alertLevel: input.alertLevel ?? null,
    alertTo: input.alertTo || null,
  };
}

/** A product by a SKU, its handle or its number. */
export async function findProduct(tx: ShopTransaction, search: string): Promise<number | null> {
  const [variant] = (await variantsBySku(tx, [search])).get(search) ?? [];
  if (variant) return variant.product.number;
  const product = await productByHandle(tx, search);
  if (product) return product.number;
  const number = /^\d{1,15}$/.test(search) ? Number(search) : null;
  return number !== null && (await productsById(tx, [number])).has(number) ? number : null;
}

function refuseFields(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw badRequest(Object.values(errors).join(" "), errors);
}

/** A pool by the labels of its form. */
function sideOf(pool: StoredPool, shop: Shop): Record<string, string> {
  const date = (instant: Date | null) => (instant ? formatInstant(instant, shop.timeZone).dateTime : "");
  return {
    name: pool.name,
    value: describeValue(pool, shop),
    starts: date(pool.startsAt),
    ends: date(pool.endsAt),
    "once per customer": pool.oncePerCustomer ? "yes" : "no",
    "assigns coupons": pool.assigns ? "yes" : "no",
    product: pool.productId === null ? "" : String(pool.productId),
    tag: pool.tag ?? "",
    "minimum order total": pool.minimumCents === null ? "" : formatMoney(pool.minimumCents, shop.currency),
    "alert level": pool.alertLevel === null ? "" : String(pool.alertLevel),
    "alert recipient": pool.alertTo ?? "",
  };
}

/** How far back a preview looks. */
const PREVIEW_DAYS = 30;

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
    return {
      orders: null,
      text: `Enter the minimum as an amount above 0, such as ${exampleAmount(50, currency)}.`,
    };
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
      [subDays(clock.now(), PREVIEW_DAYS), minimumCents, tag, productId],
    );
    const orders = rows[0]?.orders ?? 0;
    return {
      orders,
      text: `In the last ${PREVIEW_DAYS} days, ${pluralize(orders, "order")} would have got a coupon by email. Only orders from now on do.`,
    };
  });
}
