import type { RandomSource } from "../demo/random-source.ts";
import { insertLoadedOrders, type LoadedOrder } from "../orders/insert-loaded-orders.ts";
import { DAY_MS, daysBefore } from "./calendar.ts";
import { type History, uuidFrom } from "./chapter.ts";
import { placesOf } from "./places.ts";

/** What is on a submission's receipt. Amounts are in cents. */
export interface ReceiptFacts {
  retailer: string;
  number: string;
  day: string;
  time: string;
  model: string;
  items: { name: string; cents: number }[];
  taxCents: number;
  totalCents: number;
}

/** A submission of a receipt for a promotion, and how far it is. */
export interface SubmissionFacts {
  isLoyalty: boolean;
  status:
    | "Unassigned"
    | "Assigned"
    | "In Review"
    | "Denied"
    | "Approved"
    | "Order Created"
    | "Shipped"
    | "Delivered";
  isHeld: boolean;
  at: string;
  decidedAt: string | null;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  address1: string;
  city: string;
  state: string;
  zip: string;
  receipt: ReceiptFacts;
  /** Of the receipt: a photo, or a PDF of a web shop. */
  file: "photo" | "pdf";
  /** The index of the submission whose receipt this one shows again. */
  copyOf: number | null;
  /** What the customer entered isn't what the receipt shows. */
  isAltered: boolean;
  order: {
    attemptId: string;
    id: number;
    name: string;
    at: string;
    shippedAt: string | null;
    deliveredAt: string | null;
    tracking: string | null;
  } | null;
}

export const RETAILERS = [
  "Harbor Tool Supply",
  "Northline Tools",
  "MegaBuild Center",
  "Delta Industrial",
  "Toolmart Online",
];
const MODELS = [
  { model: "BT-1820", name: "18V BATTERY 2AH BT-1820", cents: 5_999 },
  { model: "BT-1840", name: "18V BATTERY 4AH BT-1840", cents: 8_999 },
  { model: "BT-1860", name: "18V BATTERY 6AH BT-1860", cents: 12_999 },
  { model: "BT-1890", name: "18V BATTERY 9AH BT-1890", cents: 17_999 },
] as const;
export const MODEL_NUMBERS = MODELS.map(({ model }) => model);
const OTHER_ITEMS = [
  { name: "WORK GLOVES L", cents: 1_499 },
  { name: "DECK SCREWS 5LB", cents: 2_799 },
  { name: "SAFETY GLASSES", cents: 999 },
  { name: "UTILITY KNIFE", cents: 1_299 },
  { name: "BIT SET 32PC", cents: 1_999 },
  { name: "MASKING TAPE 3PK", cents: 849 },
] as const;

/** The number of submissions with each status, from the newest to the oldest. */
const PLAN: readonly (readonly [SubmissionFacts["status"], number])[] = [
  ["Unassigned", 30],
  ["Assigned", 16],
  ["In Review", 9],
  ["Approved", 3],
  ["Order Created", 12],
  ["Shipped", 18],
  ["Denied", 6],
  ["Delivered", 60],
  ["Denied", 20],
  ["Delivered", 6],
];

/** How many days ago the first submission was made. */
const DAYS = 96;

/** Writes the reward orders of the submissions. Backroom's side has the submissions themselves. */
export async function writeSubmissions(history: History): Promise<SubmissionFacts[]> {
  const { store, shop, start, scale, random } = history;
  const { rows: people } = await store.pool.query<{
    first_name: string;
    last_name: string;
    email: string;
    phone: string | null;
  }>(
    "SELECT first_name, last_name, email, phone FROM customers WHERE shop = $1 AND email IS NOT NULL ORDER BY id % 97, id",
    [shop.domain],
  );
  const statuses = PLAN.flatMap(([status, count]) =>
    Array.from({ length: Math.max(1, Math.round(count * scale)) }, () => status),
  ).reverse();
  const submissions: SubmissionFacts[] = [];
  for (const [index, status] of statuses.entries()) {
    const person = people[index % people.length];
    if (!person) continue;
    const own = random(100_000 + index);
    const daysAgo = DAYS * (1 - index / statuses.length) ** 1.3 + own.below(100) / 300;
    const at = daysBefore(start, Math.max(0.05, daysAgo));
    submissions.push(
      makeSubmission(own, { index, status, at, person, submissions, currency: shop.currencyCode }),
    );
  }
  await writeRewards(history, submissions);
  return submissions;
}

interface SubmissionPlan {
  index: number;
  status: SubmissionFacts["status"];
  at: Date;
  person: { first_name: string; last_name: string; email: string; phone: string | null };
  submissions: readonly SubmissionFacts[];
  currency: string;
}

function makeSubmission(random: RandomSource, plan: SubmissionPlan): SubmissionFacts {
  const { index, status, at, person, submissions, currency } = plan;
  const { places, streets } = placesOf(currency);
  const [city, state, , zip] = random.pick(places);
  // Some send a receipt again, which others have sent.
  const isCopy = index > 20 && (status === "Denied" || status === "Unassigned") && random.chance(0.22);
  const copied = isCopy ? submissions[index - 4 - random.below(12)] : undefined;
  const receipt = copied?.receipt ?? makeReceipt(random, at);
  const isDecided = !["Unassigned", "Assigned", "In Review"].includes(status);
  const file = copied?.file ?? (receipt.retailer === "Toolmart Online" ? "pdf" : "photo");
  return {
    isLoyalty: random.chance(0.18),
    status,
    isHeld: status === "In Review" && random.chance(0.4),
    at: at.toISOString(),
    decidedAt: isDecided
      ? new Date(
          Math.min(at.getTime() + (0.4 + random.below(200) / 100) * DAY_MS, plan.at.getTime() + 2.4 * DAY_MS),
        ).toISOString()
      : null,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    phone: person.phone?.slice(-10) ?? null,
    address1: `${1 + random.below(900)} ${random.pick(streets)}`,
    city,
    state: state ?? "Germany",
    zip,
    receipt,
    file,
    copyOf: copied ? submissions.indexOf(copied) : null,
    isAltered: !copied && random.chance(0.04),
    order: null,
  };
}

function makeReceipt(random: RandomSource, at: Date): ReceiptFacts {
  const battery = random.pick(MODELS);
  const others = OTHER_ITEMS.filter(() => random.chance(0.25));
  const items = [{ name: battery.name, cents: battery.cents }, ...others];
  const subtotal = items.reduce((sum, { cents }) => sum + cents, 0);
  const taxCents = Math.round(subtotal * 0.06);
  const day = new Date(
    at.getTime() - (random.chance(0.05) ? 100 + random.below(20) : 1 + random.below(25)) * DAY_MS,
  );
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join("");
  return {
    retailer: random.pick(RETAILERS),
    number: `${digits(4)}-${digits(3)}-${digits(4)}`,
    day: day.toISOString().slice(0, 10),
    time: `${8 + random.below(12)}:${String(random.below(60)).padStart(2, "0")}`,
    model: battery.model,
    items,
    taxCents,
    totalCents: subtotal + taxCents,
  };
}

const ORDERED = ["Order Created", "Shipped", "Delivered"];

/** The free reward of each approved submission: Backroom created its order in the store. */
async function writeRewards(
  { store, shop, start, random }: History,
  submissions: SubmissionFacts[],
): Promise<void> {
  const [reward] = (
    await store.pool.query<{ id: number; product_id: number; sku: string; title: string; grams: number }>(
      `SELECT v.id, v.product_id, v.sku, p.title, v.grams FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
        WHERE v.shop = $1 AND p.status = 'ACTIVE' ORDER BY p.title NOT LIKE '%Battery%', v.id LIMIT 1`,
      [shop.domain],
    )
  ).rows;
  const ordered = submissions.filter(({ status }) => ORDERED.includes(status));
  if (!reward || ordered.length === 0) return;
  const choice = random(5);
  const orders = ordered.map((submission, index): LoadedOrder => {
    const at = new Date(Date.parse(submission.decidedAt ?? submission.at) + 60_000);
    const shippedAt = new Date(
      Math.min(at.getTime() + (0.5 + choice.below(15) / 10) * DAY_MS, start.getTime() - 7_200_000),
    );
    const deliveredAt = new Date(
      Math.min(shippedAt.getTime() + (2 + choice.below(25) / 10) * DAY_MS, start.getTime() - 3_600_000),
    );
    const tracking =
      submission.status === "Order Created" ? null : `1ZBR000104${String(index).padStart(8, "0")}`;
    const attemptId = uuidFrom(choice);
    submission.order = {
      attemptId,
      id: 0,
      name: "",
      at: at.toISOString(),
      shippedAt: tracking && shippedAt.toISOString(),
      deliveredAt: submission.status === "Delivered" ? deliveredAt.toISOString() : null,
      tracking,
    };
    return {
      customer_id: null,
      currency: shop.currencyCode,
      email: submission.email,
      financial_status: "PAID",
      created_at: at,
      note: "Promotion submission",
      source_identifier: attemptId,
      source_name: "backroom",
      tags: ["promotion"],
      shipping_cents: 0,
      shipping_address: {
        firstName: submission.firstName,
        lastName: submission.lastName,
        company: null,
        address1: submission.address1,
        address2: null,
        city: submission.city,
        provinceCode: submission.state.length === 2 ? submission.state : null,
        province: null,
        zip: submission.zip,
        country: shop.currencyCode === "EUR" ? "Germany" : "United States",
        countryCode: shop.currencyCode === "EUR" ? "DE" : "US",
        phone: null,
      },
      fulfillment: tracking
        ? {
            at: shippedAt,
            deliveredAt: submission.status === "Delivered" ? deliveredAt : null,
            company: "UPS",
            tracking,
          }
        : null,
      lines: [
        {
          title: reward.title,
          product_id: reward.product_id,
          variant_id: reward.id,
          sku: reward.sku,
          quantity: 1,
          price_cents: 0,
          grams: reward.grams,
          weight_unit: "lb",
        },
      ],
    };
  });
  const client = await store.pool.connect();
  const ids = await insertLoadedOrders(client, shop.domain, orders);
  client.release();
  const { rows } = await store.pool.query<{ id: number; number: number }>(
    "SELECT id, number FROM orders WHERE shop = $1 AND id = ANY ($2)",
    [shop.domain, ids],
  );
  const names = new Map(rows.map(({ id, number }) => [id, `#${number}`]));
  for (const [index, { order }] of ordered.entries())
    if (order) Object.assign(order, { id: ids[index] ?? 0, name: names.get(ids[index] ?? 0) ?? "" });
}
