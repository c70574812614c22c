import type { LoadedOrder } from "../orders/insert-loaded-orders.ts";
import type { NewOrderLine } from "../orders/insert-order.ts";
import type { LineGroup } from "../orders/rows.ts";
import { RandomSource } from "./random-source.ts";

/** What generated orders are made of. */
export interface OrderMaterial {
  seed: number;
  currency: string;
  customerIds: readonly number[];
  variants: ReadonlyArray<{
    id: number;
    product_id: number;
    sku: string | null;
    title: string;
    price_cents: number;
    grams: number;
  }>;
  /** When the last order is placed. The first one is a year before. */
  today: Date;
  total: number;
}

const DAY_MS = 86_400_000;
const STATES = [
  { provinceCode: "NV", province: "Nevada", city: "Reno", zip: "89501" },
  { provinceCode: "OH", province: "Ohio", city: "Columbus", zip: "43004" },
  { provinceCode: "TX", province: "Texas", city: "Austin", zip: "73301" },
] as const;
const BUNDLES = ["Starter set", "Workshop set", "Gift set"] as const;

/** The source identifier of a generated order, which also counts those of a seed. */
export const generatedOrderId = (seed: number, number: number): string => `seed${seed}-${number}`;

/** Generates the order with this number: one to four lines, one in six with a bundle, one in ten with a discount code. */
export function generateOrder(number: number, material: OrderMaterial): LoadedOrder {
  const random = new RandomSource(material.seed, 700_000_000 + number);
  const age = 365 * DAY_MS * (1 - number / Math.max(material.total, number));
  const at = new Date(material.today.getTime() - Math.floor(age / 1000) * 1000);
  const hasCode = random.chance(0.1);
  const code = hasCode ? `SAVE-${random.below(5_000)}` : null;
  const lines = generateLines(number, random, material, code);
  const isCancelled = random.chance(0.02);
  const isOld = age > 3 * DAY_MS;
  const total = lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0);
  const saved = lines.flatMap(({ discounts = [] }) => discounts).reduce((sum, { cents }) => sum + cents, 0);
  const shipping = total > 5_000 ? 0 : 595;
  const place = random.pick(STATES);
  return {
    customer_id: random.pick(material.customerIds),
    currency: material.currency,
    financial_status: isCancelled ? "REFUNDED" : "PAID",
    created_at: at,
    cancelled_at: isCancelled ? new Date(at.getTime() + DAY_MS / 24) : null,
    fulfillment:
      isOld && !isCancelled
        ? {
            at: new Date(at.getTime() + DAY_MS),
            deliveredAt: random.chance(0.95) ? new Date(at.getTime() + 3 * DAY_MS) : null,
            company: "UPS",
            tracking: `1Z${String(number).padStart(16, "0")}`,
          }
        : null,
    refundedCents: isCancelled ? total - saved + shipping : 0,
    source_identifier: generatedOrderId(material.seed, number),
    shipping_cents: shipping,
    shipping_title: "Standard",
    discount_codes: code ? [{ code, type: "percentage", cents: saved }] : [],
    shipping_address: {
      firstName: "Customer",
      lastName: String(number),
      company: null,
      address1: streetOf(number, 1 + random.below(9_000)),
      address2: null,
      ...place,
      country: "United States",
      countryCode: "US",
      phone: null,
    },
    lines,
  };
}

/** Few orders go where a fraud check looks twice: to a freight forwarder, or to General Delivery. */
function streetOf(number: number, house: number): string {
  if (number % 41 === 11) return "General Delivery";
  return `${house} ${number % 23 === 7 ? "Freight Forwarding Way" : "Main St"}`;
}

function generateLines(
  number: number,
  random: RandomSource,
  { variants }: OrderMaterial,
  code: string | null,
): NewOrderLine[] {
  const bundle = random.chance(1 / 6) ? bundleOf(number, random.pick(BUNDLES)) : null;
  const count = bundle ? 3 : 1 + random.below(4);
  return Array.from({ length: count }, (_, index) => {
    const variant = random.pick(variants);
    const quantity = bundle ? 1 : 1 + random.below(3);
    const cents = Math.round(variant.price_cents * quantity * 0.1);
    return {
      title: variant.title,
      product_id: variant.product_id,
      variant_id: variant.id,
      sku: variant.sku,
      quantity,
      price_cents: variant.price_cents,
      grams: variant.grams,
      weight_unit: "lb",
      discounts: code ? [{ code, cents }] : [],
      // The last line of a bundle's order is outside of it.
      line_group: bundle && index < 2 ? bundle : null,
    };
  });
}

const bundleOf = (number: number, title: string): LineGroup => ({
  id: number,
  title,
  quantity: 1,
  variantId: null,
  variantSku: title.toUpperCase().replaceAll(" ", "-"),
});
