import { type AddressInput, addressRow } from "../data/customer-input.ts";
import { createCustomer } from "../data/customers.ts";
import { findCustomerByEmail } from "../data/find-customers.ts";
import { findProducts, findVariants } from "../data/products.ts";
import { parseTags } from "../data/tags.ts";
import type { AppOrder } from "../orders/create-order.ts";
import type { NewOrderLine } from "../orders/insert-order.ts";
import { shareCents } from "../orders/place-order.ts";
import { lineTotalCents, type OrderAddress, type OrderRow, type UsedCode } from "../orders/rows.ts";
import { type RequestContext, storedNamespace } from "./context.ts";
import { badRequest, notImplemented } from "./errors.ts";
import { idOfType } from "./gid.ts";
import { centsOf, type MoneyInput } from "./parse-money-input.ts";

interface MoneyBagInput {
  shopMoney: MoneyInput;
}

interface LineInput {
  title?: string | null;
  variantId?: string | null;
  productId?: string | null;
  variantTitle?: string | null;
  sku?: string | null;
  vendor?: string | null;
  quantity: number;
  priceSet?: MoneyBagInput | null;
  properties?: Array<{ name: string; value: string }> | null;
  requiresShipping?: boolean | null;
  taxable?: boolean | null;
  giftCard?: boolean | null;
  weight?: { value: number; unit: keyof typeof GRAMS } | null;
}

/** The supported fields of the schema's `OrderCreateOrderInput`. */
export interface OrderCreateInput {
  lineItems?: LineInput[] | null;
  customer?: {
    toAssociate?: { id?: string | null; email?: string | null } | null;
    toUpsert?: {
      id?: string | null;
      email?: string | null;
      firstName?: string | null;
      lastName?: string | null;
    } | null;
  } | null;
  customerId?: string | null;
  email?: string | null;
  phone?: string | null;
  name?: string | null;
  note?: string | null;
  tags?: string[] | null;
  test?: boolean | null;
  sourceName?: string | null;
  sourceIdentifier?: string | null;
  processedAt?: string | null;
  financialStatus?: string | null;
  fulfillmentStatus?: string | null;
  fulfillment?: { trackingCompany?: string | null; trackingNumber?: string | null } | null;
  shippingAddress?: AddressInput | null;
  billingAddress?: AddressInput | null;
  shippingLines?: Array<{ title: string; priceSet: MoneyBagInput }> | null;
  taxLines?: Array<{ priceSet?: MoneyBagInput | null }> | null;
  customAttributes?: Array<{ key: string; value: string }> | null;
  discountCode?: {
    freeShippingDiscountCode?: { code: string } | null;
    itemFixedDiscountCode?: { code: string; amountSet?: MoneyBagInput | null } | null;
    itemPercentageDiscountCode?: { code: string; percentage?: number | null } | null;
  } | null;
  metafields?: Array<{ namespace?: string | null; key: string; type?: string | null; value: string }> | null;
  transactions?: Array<{
    amountSet: MoneyBagInput;
    gateway?: string | null;
    kind?: string | null;
    status?: string | null;
  }> | null;
}

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, POUNDS: 453.59237, OUNCES: 28.349523125 } as const;
const UNITS = { GRAMS: "g", KILOGRAMS: "kg", POUNDS: "lb", OUNCES: "oz" } as const;
const STATUSES = ["AUTHORIZED", "PAID", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "VOIDED"];

/** Converts the input of `orderCreate`. A customer to upsert is created here. Throws NOT_IMPLEMENTED for what the store doesn't have. */
export async function orderCreateInput(
  context: RequestContext,
  input: OrderCreateInput,
  inventory: AppOrder["inventory"],
): Promise<AppOrder> {
  if (input.financialStatus && !STATUSES.includes(input.financialStatus))
    throw notImplemented(`orders that are ${input.financialStatus}`);
  if (input.fulfillmentStatus && input.fulfillmentStatus !== "FULFILLED")
    throw notImplemented(`orders that are ${input.fulfillmentStatus}`);
  const cents = (bag: MoneyBagInput | null | undefined) => (bag ? centsOf(bag.shopMoney) : 0);
  const sum = (bags: Array<{ priceSet?: MoneyBagInput | null }> | null | undefined) =>
    (bags ?? []).reduce((total, { priceSet }) => total + cents(priceSet), 0);
  const lines = await orderLines(context, input.lineItems ?? []);
  const isFulfilled = input.fulfillmentStatus === "FULFILLED" || input.fulfillment;
  return {
    order: {
      ...discounted(lines, input, cents),
      currency: context.shop.currency,
      name: input.name ?? undefined,
      email: input.email,
      phone: input.phone,
      note: input.note,
      tags: parseTags(input.tags ?? []),
      test: input.test ?? false,
      source_name: input.sourceName ?? context.token.api_key,
      source_identifier: input.sourceIdentifier,
      processed_at: input.processedAt ? instantOf(input.processedAt) : null,
      shipping_address: input.shippingAddress && orderAddressOf(input.shippingAddress),
      billing_address: input.billingAddress && orderAddressOf(input.billingAddress),
      shipping_cents: sum(input.shippingLines),
      shipping_title: input.shippingLines?.[0]?.title,
      tax_cents: sum(input.taxLines),
      custom_attributes: input.customAttributes ?? [],
    },
    customer: await orderCustomer(context, input),
    financialStatus: input.financialStatus as OrderRow["financial_status"] | null | undefined,
    payments: (input.transactions ?? [])
      .filter(({ status }) => (status ?? "SUCCESS") === "SUCCESS")
      .map(({ amountSet, kind }) => {
        if (kind && kind !== "SALE" && kind !== "AUTHORIZATION")
          throw notImplemented(`transactions of the kind ${kind} in orderCreate`);
        return { kind: kind === "AUTHORIZATION" ? kind : "SALE", gateway: "manual", cents: cents(amountSet) };
      }),
    metafields: (input.metafields ?? []).map((one) => ({
      ...one,
      namespace: storedNamespace(context, one.namespace),
    })),
    inventory,
    fulfillment: isFulfilled
      ? { company: input.fulfillment?.trackingCompany, number: input.fulfillment?.trackingNumber }
      : null,
  };
}

function instantOf(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw badRequest(`Invalid DateTime '${text}'`);
  return instant;
}

/** An order's address in its stored form. */
export function orderAddressOf(input: AddressInput): OrderAddress {
  const { id: _id, ...address } = addressRow(input, 0);
  return address;
}

async function orderLines(context: RequestContext, inputs: readonly LineInput[]): Promise<NewOrderLine[]> {
  const { pool } = context.store;
  const { domain } = context.shop;
  const ids = inputs.flatMap(({ variantId }) => (variantId ? [idOfType(variantId, "ProductVariant")] : []));
  const variants = new Map((await findVariants(pool, domain, ids)).map((row) => [row.id, row]));
  const productIds = [...variants.values()].map((row) => row.product_id);
  const products = new Map((await findProducts(pool, domain, productIds)).map((row) => [row.id, row]));
  return inputs.map((input): NewOrderLine => {
    const variant = input.variantId ? variants.get(idOfType(input.variantId, "ProductVariant")) : undefined;
    const product = variant && products.get(variant.product_id);
    return {
      title: input.title ?? product?.title ?? "",
      variant_title: input.variantTitle ?? (variant ? variant.option_values.join(" / ") || null : null),
      product_id: variant?.product_id ?? (input.productId ? idOfType(input.productId, "Product") : null),
      variant_id: variant?.id ?? null,
      sku: input.sku ?? variant?.sku ?? null,
      vendor: input.vendor ?? product?.vendor ?? null,
      quantity: input.quantity,
      price_cents: input.priceSet ? centsOf(input.priceSet.shopMoney) : (variant?.price_cents ?? 0),
      grams: input.weight ? Math.round(input.weight.value * GRAMS[input.weight.unit]) : (variant?.grams ?? 0),
      weight_unit: input.weight ? UNITS[input.weight.unit] : (variant?.weight_unit ?? "lb"),
      requires_shipping: input.requiresShipping ?? variant?.requires_shipping ?? false,
      taxable: input.taxable ?? variant?.taxable ?? true,
      gift_card: input.giftCard ?? product?.gift_card ?? false,
      properties: (input.properties ?? []).map(({ name, value }) => ({ key: name, value })),
    };
  });
}

/** The lines with their parts of the code's discount. The code needn't exist in the shop. */
function discounted(
  lines: readonly NewOrderLine[],
  { discountCode }: OrderCreateInput,
  cents: (bag: MoneyBagInput | null | undefined) => number,
): { lines: NewOrderLine[]; discount_codes: UsedCode[] } {
  const prices = lines.map((line) => lineTotalCents({ discounts: [], ...line }));
  const subtotal = prices.reduce((total, price) => total + price, 0);
  const code = usedCode(discountCode, subtotal, cents);
  if (!code) return { lines: [...lines], discount_codes: [] };
  const shares = shareCents(code.cents, prices);
  return {
    lines: lines.map((line, index) =>
      shares[index] ? { ...line, discounts: [{ code: code.code, cents: shares[index] }] } : line,
    ),
    discount_codes: [code],
  };
}

function usedCode(
  input: OrderCreateInput["discountCode"],
  subtotal: number,
  cents: (bag: MoneyBagInput | null | undefined) => number,
): UsedCode | null {
  const { itemFixedDiscountCode: fixed, itemPercentageDiscountCode: percentage } = input ?? {};
  if (fixed)
    return { code: fixed.code, type: "fixed_amount", cents: Math.min(cents(fixed.amountSet), subtotal) };
  if (percentage) {
    const share = Math.min(Math.max((percentage.percentage ?? 0) / 100, 0), 1);
    return { code: percentage.code, type: "percentage", cents: Math.round(subtotal * share) };
  }
  const free = input?.freeShippingDiscountCode;
  return free ? { code: free.code, type: "shipping", cents: 0 } : null;
}

async function orderCustomer(
  context: RequestContext,
  input: OrderCreateInput,
): Promise<AppOrder["customer"]> {
  const { store, shop } = context;
  const { toAssociate, toUpsert } = input.customer ?? {};
  const id = toAssociate?.id ?? toUpsert?.id ?? input.customerId;
  if (id) return { id: idOfType(id, "Customer") };
  if (toUpsert?.email) {
    const existing = await findCustomerByEmail(store.pool, shop.domain, toUpsert.email);
    if (existing) return { id: existing.id };
    const { email, firstName, lastName } = toUpsert;
    const created = await createCustomer(store, shop.domain, { email, firstName, lastName });
    return { id: created.customer?.id };
  }
  return { email: toAssociate?.email };
}
