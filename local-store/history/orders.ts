import type { RandomSource } from "../demo/random-source.ts";
import { insertLoadedOrders, type LoadedOrder } from "../orders/insert-loaded-orders.ts";
import type { NewOrderLine } from "../orders/insert-order.ts";
import { shareCents } from "../orders/place-order.ts";
import { DAY_MS, daysBefore, isCampaign, spread } from "./calendar.ts";
import type { History } from "./chapter.ts";
import { CAMPAIGN_CODE, dropSpareCodes, type PoolFacts, WELCOME_CODE } from "./discounts.ts";
import { placesOf } from "./places.ts";

const ORDERS = 1_500;
/** Of all customers, these place orders. */
const BUYERS = 0.45;

/** A code that Backroom gave a paid order, and the order that redeemed it. */
export interface CouponFacts {
  discountId: number;
  code: string;
  orderId: number;
  orderName: string;
  customerId: number;
  at: string;
  redeemed: { orderId: number; orderName: string; at: string } | null;
}

interface Buyer {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  tags: string[];
  created_at: Date;
}

interface Variant {
  id: number;
  product_id: number;
  sku: string | null;
  title: string;
  option: string | null;
  vendor: string;
  price_cents: number;
  grams: number;
}

interface Assigned {
  pool: PoolFacts;
  code: PoolFacts["codes"][number];
  order: number;
  redeemedBy: number | null;
}

/** Places the orders of the history: with bundles, codes, parcels and cancellations. */
export async function writeOrders(history: History, pools: readonly PoolFacts[]): Promise<CouponFacts[]> {
  const { store, shop, start, scale } = history;
  const days = spread(start, Math.round(ORDERS * scale));
  const material = await readMaterial(history);
  const coupons = new Coupons(pools);
  const orders = days.map((daysAgo, number) => {
    const random = history.random(10_000 + number);
    const order = makeOrder({ ...history, random, daysAgo, material, coupons, number });
    coupons.assign(number, order, material.buyers);
    return order;
  });
  const client = await store.pool.connect();
  const ids = await insertLoadedOrders(client, shop.domain, orders);
  client.release();
  await recordUses(history, ids);
  await dropSpareCodes(history, pools, (pool) => coupons.usedOf(pool));
  const { rows } = await store.pool.query<{ id: number; number: number }>(
    "SELECT id, number FROM orders WHERE shop = $1",
    [shop.domain],
  );
  const names = new Map(rows.map(({ id, number }) => [id, `#${number}`]));
  const orderAt = (index: number) => {
    const id = ids[index] ?? 0;
    return {
      orderId: id,
      orderName: names.get(id) ?? "",
      at: (orders[index] as LoadedOrder).created_at.toISOString(),
    };
  };
  return coupons.assigned.map(({ pool, code, order, redeemedBy }) => ({
    discountId: pool.discountId,
    code: code.code,
    customerId: orders[order]?.customer_id ?? 0,
    ...orderAt(order),
    redeemed: redeemedBy === null ? null : orderAt(redeemedBy),
  }));
}

async function readMaterial({ store, shop, random }: History) {
  const customers = await store.pool.query<Buyer>(
    `SELECT id, first_name, last_name, email, phone, tags, created_at FROM customers WHERE shop = $1 AND email IS NOT NULL
     ORDER BY created_at, id`,
    [shop.domain],
  );
  const variants = await store.pool.query<Variant>(
    `SELECT v.id, v.product_id, v.sku, p.title, v.option_values[1] AS option, p.vendor, v.price_cents, v.grams
     FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
     WHERE v.shop = $1 AND p.status = 'ACTIVE' ORDER BY v.id`,
    [shop.domain],
  );
  const choice = random(2);
  return { buyers: customers.rows.filter(() => choice.chance(BUYERS)), variants: variants.rows };
}

interface OrderPlan extends Omit<History, "random"> {
  random: RandomSource;
  number: number;
  daysAgo: number;
  material: { buyers: readonly Buyer[]; variants: readonly Variant[] };
  coupons: Coupons;
}

function makeOrder(plan: OrderPlan): LoadedOrder {
  const { random, daysAgo, shop, start, number, material, coupons } = plan;
  const at = daysBefore(start, Math.max(daysAgo, 0.02));
  const buyer = pickBuyer(random, material.buyers, at);
  const lines = makeLines(random, material.variants, number);
  const code = pickCode(plan, buyer, lines);
  if (code) discountLines(lines, code);
  const isCancelled = random.chance(0.02);
  const isPending = !isCancelled && random.chance(0.015) && daysAgo < 60;
  const subtotal = lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0);
  const shipping = subtotal > 15_000 ? 0 : 795;
  const total = subtotal - (code?.cents ?? 0) + shipping;
  if (code?.assigned && !isCancelled) coupons.redeem(code.assigned, number);
  return {
    customer_id: buyer.id,
    currency: shop.currencyCode,
    email: buyer.email,
    financial_status: isCancelled ? "REFUNDED" : isPending ? "PENDING" : "PAID",
    created_at: at,
    cancelled_at: isCancelled ? new Date(at.getTime() + 5 * 3_600_000) : null,
    fulfillment: isCancelled || isPending ? null : parcel(random, at, start, number),
    refundedCents: isCancelled ? total : 0,
    source_identifier: `history-${number}`,
    source_name: random.chance(0.88) ? "web" : random.chance(0.6) ? "pos" : "shopify_draft_order",
    tags: random.chance(0.06) ? ["gift"] : random.chance(0.04) ? ["wholesale"] : [],
    note: random.chance(0.03) ? "Please ring the bell twice." : null,
    shipping_cents: shipping,
    shipping_title: shipping === 0 ? "Free shipping" : "Standard",
    discount_codes: code ? [{ code: code.code, type: code.type, cents: code.cents }] : [],
    shipping_address: addressOf(random, buyer, shop.currencyCode),
    lines,
  };
}

/** One of those who had an account. Some order much more often than others. */
function pickBuyer(random: RandomSource, buyers: readonly Buyer[], at: Date): Buyer {
  const known = buyers.findLastIndex(({ created_at }) => created_at < at) + 1 || 1;
  const place = Math.floor((random.below(1_000_000) / 1_000_000) ** 1.5 * known);
  return buyers[place] as Buyer;
}

const BUNDLES = ["Starter set", "Workshop set", "Gift set"] as const;

function makeLines(random: RandomSource, variants: readonly Variant[], number: number): NewOrderLine[] {
  const title = random.chance(1 / 6) ? random.pick(BUNDLES) : null;
  const bundle = title && {
    id: number + 1,
    title,
    quantity: 1,
    variantId: null,
    variantSku: title.toUpperCase().replaceAll(" ", "-"),
  };
  const count = bundle ? 3 : 1 + Math.floor((random.below(100) / 100) ** 2 * 4);
  const chosen = new Set(Array.from({ length: count }, () => random.pick(variants)));
  return [...chosen].map((variant, index) => ({
    title: variant.title,
    variant_title: variant.option,
    vendor: variant.vendor,
    product_id: variant.product_id,
    variant_id: variant.id,
    sku: variant.sku,
    quantity: bundle || random.chance(0.75) ? 1 : 2 + random.below(2),
    price_cents: variant.price_cents,
    grams: variant.grams,
    weight_unit: "lb",
    // The last line of a bundle's order is outside of it.
    line_group: bundle && index < 2 ? bundle : null,
  }));
}

interface UsedCode {
  code: string;
  type: "percentage" | "fixed_amount";
  cents: number;
  assigned?: Assigned;
}

function pickCode(plan: OrderPlan, buyer: Buyer, lines: readonly NewOrderLine[]): UsedCode | null {
  const { random, daysAgo, coupons, start } = plan;
  const subtotal = lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0);
  const used = (code: string, percent: number | null, amountCents: number | null): UsedCode => ({
    code,
    type: percent === null ? "fixed_amount" : "percentage",
    cents: Math.min(subtotal, amountCents ?? Math.round((subtotal * (percent ?? 0)) / 100)),
  });
  const assigned = coupons.openOf(buyer.id);
  if (assigned && random.chance(0.6))
    return { ...used(assigned.code.code, assigned.pool.percent, assigned.pool.amountCents), assigned };
  if (isCampaign(daysAgo) && random.chance(0.4)) return used(CAMPAIGN_CODE, 15, null);
  if (coupons.isFirst(buyer.id) && random.chance(0.25)) return used(WELCOME_CODE, null, 500);
  const free = random.chance(0.03) ? coupons.takeUnassigned(daysBefore(start, daysAgo)) : null;
  return free && used(free.code, free.percent, null);
}

function discountLines(lines: NewOrderLine[], { code, cents }: UsedCode): void {
  const shares = shareCents(
    cents,
    lines.map(({ price_cents, quantity }) => price_cents * quantity),
  );
  for (const [index, line] of lines.entries()) line.discounts = [{ code, cents: shares[index] ?? 0 }];
}

/** The last days' orders aren't sent yet, and those before them are on their way. */
function parcel(random: RandomSource, at: Date, start: Date, number: number): LoadedOrder["fulfillment"] {
  const sentAt = new Date(at.getTime() + (0.7 + random.below(10) / 10) * DAY_MS);
  if (sentAt > start || random.chance(0.01)) return null;
  const deliveredAt = new Date(sentAt.getTime() + (2 + random.below(30) / 10) * DAY_MS);
  return {
    at: sentAt,
    deliveredAt: deliveredAt < start ? deliveredAt : null,
    company: "UPS",
    tracking: `1ZBR000103${String(number).padStart(8, "0")}`,
  };
}

function addressOf(random: RandomSource, buyer: Buyer, currency: string) {
  const { places, streets, country, countryCode } = placesOf(currency);
  const [city, provinceCode, province, zip] = random.pick(places);
  return {
    firstName: buyer.first_name,
    lastName: buyer.last_name,
    company: null,
    address1: `${1 + random.below(900)} ${random.pick(streets)}`,
    address2: random.chance(0.15) ? `Apt ${1 + random.below(40)}` : null,
    city,
    provinceCode,
    province,
    zip,
    country,
    countryCode,
    phone: buyer.phone,
  };
}

/** The codes of pools while the orders are made: which orders got one, and which customers can still redeem theirs. */
class Coupons {
  readonly assigned: Assigned[] = [];
  private readonly open = new Map<number, Assigned>();
  private readonly buyersSeen = new Set<number>();
  private readonly used = new Map<number, number>();
  private readonly pools: readonly PoolFacts[];

  constructor(pools: readonly PoolFacts[]) {
    this.pools = pools;
  }

  openOf(customerId: number): Assigned | undefined {
    return this.open.get(customerId);
  }

  isFirst(customerId: number): boolean {
    return !this.buyersSeen.has(customerId);
  }

  redeem(assigned: Assigned, order: number): void {
    assigned.redeemedBy = order;
    for (const [customer, one] of this.open) if (one === assigned) this.open.delete(customer);
  }

  /** A code of a pool that isn't assigned to orders: staff gave it to someone. */
  takeUnassigned(at: Date): { code: string; percent: number | null } | null {
    const pool = this.pools.find(
      ({ assignsSince, startsAt, endsAt }) =>
        assignsSince === null && new Date(startsAt) < at && endsAt !== null && at < new Date(endsAt),
    );
    const code = pool && this.next(pool);
    return code ? { code: code.code, percent: pool.percent } : null;
  }

  /** Gives a paid order a code of each pool whose rule it meets. */
  assign(number: number, order: LoadedOrder, buyers: readonly Buyer[]): void {
    const customerId = order.customer_id ?? 0;
    this.buyersSeen.add(customerId);
    if (order.financial_status !== "PAID") return;
    const total = totalOf(order);
    const tags = buyers.find(({ id }) => id === customerId)?.tags ?? [];
    for (const pool of this.pools) {
      const { assignsSince, minimumCents, tag } = pool;
      if (assignsSince === null || order.created_at < new Date(assignsSince)) continue;
      if (minimumCents !== null && total < minimumCents) continue;
      if (tag !== null && !tags.includes(tag)) continue;
      const code = this.next(pool);
      if (!code) continue;
      const assigned: Assigned = { pool, code, order: number, redeemedBy: null };
      this.assigned.push(assigned);
      this.open.set(customerId, assigned);
    }
  }

  usedOf({ discountId }: PoolFacts): number {
    return this.used.get(discountId) ?? 0;
  }

  private next(pool: PoolFacts): PoolFacts["codes"][number] | undefined {
    const count = this.used.get(pool.discountId) ?? 0;
    this.used.set(pool.discountId, count + 1);
    return pool.codes[count];
  }
}

/** What the customer paid. */
const totalOf = ({ lines, discount_codes, shipping_cents }: LoadedOrder): number =>
  lines.reduce((sum, line) => sum + line.price_cents * line.quantity, shipping_cents ?? 0) -
  (discount_codes ?? []).reduce((sum, { cents }) => sum + cents, 0);

/** Counts the uses of codes as the checkout does. */
async function recordUses({ store, shop }: History, ids: readonly number[]): Promise<void> {
  await store.pool.query(
    `INSERT INTO discount_uses (shop, order_id, discount_id, code_id, code, customer_id, amount_cents, used_at)
     SELECT o.shop, o.id, c.discount_id, c.id, c.code, o.customer_id, o.discount_cents, o.created_at
       FROM orders o, jsonb_array_elements(o.discount_codes) AS used
       JOIN discount_codes c ON c.shop = $1 AND lower(c.code) = lower(used->>'code')
      WHERE o.shop = $1 AND o.id = ANY ($2)`,
    [shop.domain, ids],
  );
}
