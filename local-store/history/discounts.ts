import { createDiscount } from "../discounts/create-discount.ts";
import { insertCodes } from "../discounts/insert-codes.ts";
import { CAMPAIGN, daysBefore } from "./calendar.ts";
import { type History, letters } from "./chapter.ts";

/** A discount whose codes Backroom assigns to orders. */
export interface PoolFacts {
  discountId: number;
  title: string;
  percent: number | null;
  amountCents: number | null;
  startsAt: string;
  endsAt: string | null;
  /** Backroom assigns its codes to paid orders since then. Null: it doesn't. */
  assignsSince: string | null;
  minimumCents: number | null;
  tag: string | null;
  alertLevel: number | null;
  /** The number of codes that are left in the end. Null: all that no order has. */
  spare: number | null;
  codes: { id: number; code: string }[];
}

interface PoolPlan {
  title: string;
  prefix: string;
  percent?: number;
  amountCents?: number;
  codes: number;
  /** Days before the start day; negative for days after it. */
  from: number;
  to?: number;
  assignsFrom?: number;
  minimumCents?: number;
  tag?: string;
  alertLevel?: number;
  /** The number of codes that are left in the end. */
  spare?: number;
}

const POOLS: readonly PoolPlan[] = [
  {
    title: "Thank you 10%",
    prefix: "THX",
    percent: 10,
    codes: 1_500,
    spare: 14,
    from: 330,
    assignsFrom: 300,
    minimumCents: 70_000,
    alertLevel: 25,
  },
  {
    title: "Loyal customers $15",
    prefix: "LOYAL",
    amountCents: 1_500,
    codes: 160,
    from: 120,
    assignsFrom: 118,
    tag: "AIC",
    alertLevel: 20,
  },
  { title: "Spring event 20%", prefix: "SPRING", percent: 20, codes: 80, from: 220, to: 160 },
  { title: "Anniversary 25%", prefix: "ANNIV", percent: 25, codes: 50, from: -7, to: -35 },
];

/** The store's own code of the campaign. */
export const CAMPAIGN_CODE = "TOOLDAYS";
/** The store's own code for first orders. */
export const WELCOME_CODE = "WELCOME5";

/** Creates the discounts with their codes. */
export async function writeDiscounts({
  store,
  clock,
  shop,
  start,
  scale,
  random,
}: History): Promise<PoolFacts[]> {
  const code = random(1);
  const create = async (input: Omit<Parameters<typeof createDiscount>[2], "usageLimit">) => {
    const { discount, userErrors } = await createDiscount(store, shop.domain, { usageLimit: null, ...input });
    if (!discount) throw new Error(userErrors[0]?.message);
    return discount;
  };
  const pools: PoolFacts[] = [];
  for (const plan of POOLS) {
    const startsAt = daysBefore(start, plan.from);
    const endsAt = plan.to === undefined ? null : daysBefore(start, plan.to);
    const assignsSince = plan.assignsFrom === undefined ? null : daysBefore(start, plan.assignsFrom);
    clock.set(daysBefore(start, Math.max(plan.from, 0) + 2));
    const count = Math.max(6, Math.round(plan.codes * scale));
    const texts = [...new Set(Array.from({ length: count }, () => `${plan.prefix}-${letters(code, 6)}`))];
    const discount = await create({
      title: plan.title,
      code: texts[0] ?? plan.prefix,
      percentage: plan.percent === undefined ? null : plan.percent / 100,
      amountCents: plan.amountCents ?? null,
      oncePerCustomer: false,
      startsAt,
      endsAt,
    });
    await insertCodes(store.pool, discount, texts.slice(1));
    const { rows: codes } = await store.pool.query<{ id: number; code: string }>(
      "SELECT id, code FROM discount_codes WHERE shop = $1 AND discount_id = $2 ORDER BY id",
      [shop.domain, discount.id],
    );
    pools.push({
      discountId: discount.id,
      title: plan.title,
      percent: plan.percent ?? null,
      amountCents: plan.amountCents ?? null,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      assignsSince: assignsSince?.toISOString() ?? null,
      minimumCents: plan.minimumCents ?? null,
      tag: plan.tag ?? null,
      alertLevel: plan.alertLevel ?? null,
      spare: plan.spare ?? null,
      codes,
    });
  }
  clock.set(daysBefore(start, CAMPAIGN.from + 10));
  await create({
    title: "Tool Days 15%",
    code: CAMPAIGN_CODE,
    percentage: 0.15,
    amountCents: null,
    oncePerCustomer: false,
    startsAt: daysBefore(start, CAMPAIGN.from),
    endsAt: daysBefore(start, CAMPAIGN.to),
  });
  clock.set(daysBefore(start, 395));
  await create({
    title: "Welcome $5",
    code: WELCOME_CODE,
    percentage: null,
    amountCents: 500,
    oncePerCustomer: true,
    startsAt: daysBefore(start, 395),
    endsAt: null,
  });
  return pools;
}

/** Deletes the codes that a pool wouldn't have left. @param used how many codes each discount has used */
export async function dropSpareCodes(
  { store, shop }: History,
  pools: readonly PoolFacts[],
  used: (pool: PoolFacts) => number,
): Promise<void> {
  for (const pool of pools) {
    if (pool.spare === null) continue;
    const dropped = pool.codes.splice(used(pool) + pool.spare);
    await store.pool.query("DELETE FROM discount_codes WHERE shop = $1 AND id = ANY ($2)", [
      shop.domain,
      dropped.map(({ id }) => id),
    ]);
  }
}
