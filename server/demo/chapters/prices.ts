import { sql } from "drizzle-orm";
import {
  priceLog,
  priceLogCounts,
  priceLogSkus,
  recordedPrices,
  STORE_PRICE,
} from "~/domain/prices/tables.server";
import { PRICE_SOURCE } from "~/functions/bulkprice/apply-prices.server";
import { RETURN_SOURCE } from "~/functions/bulkprice/return-prices.server";
import { ROLLBACK_SOURCE } from "~/functions/bulkprice/roll-back-price.server";
import type { PriceState } from "~/functions/bulkprice/states";
import { priceSchedules, scheduledVariants } from "~/functions/bulkprice/tables.server";
import { database } from "~/platform/db/pool.server";
import type { Cents } from "~/platform/money/cents";
import type { RandomSource } from "../../../local-store/demo/random-source.ts";
import { CAMPAIGN } from "../../../local-store/history/calendar.ts";
import { after, type Chapter, type DemoShop, daysAgo, idOf, randomOf, storeRows } from "../chapter.ts";

interface Variant {
  id: number;
  product_id: number;
  sku: string;
  title: string;
  price_cents: number;
  compare_at_price_cents: number | null;
}

/** The price of each variant is known from then on. */
const RECORDED_DAYS = 400;

type Schedule = typeof priceSchedules.$inferInsert;
type Entry = typeof priceLog.$inferInsert;

/** A scheduled price with what it did to its variant. */
interface Plan {
  variant: Variant;
  schedule: Omit<Schedule, "shop" | "sku" | "actorId" | "actorName" | "belowMapp">;
  /** The variant's price before. Undefined while it isn't due. */
  previousCents?: number;
  entries: { at: Date; from: number; to: number; source: string | null }[];
}

/** Prices of the campaign, prices that were changed, rolled back, failed and canceled, and those to come, with the log of all changes. */
export const prices: Chapter = {
  name: "Prices",
  async prepare(shop) {
    // Prices are recorded from the installation on.
    await database().query("UPDATE shops SET installed_at = least(installed_at, $2) WHERE shop = $1", [
      shop.domain,
      daysAgo(shop, RECORDED_DAYS),
    ]);
  },
  async write(tx, shop) {
    const { domain, staff, config } = shop;
    const random = randomOf(shop, "prices");
    const variants = await storeRows<Variant>(
      shop,
      `SELECT v.id, v.product_id, v.sku, p.title || ' · ' || v.option_values[1] AS title, v.price_cents, v.compare_at_price_cents
         FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
        WHERE v.shop = $1 AND p.status = 'ACTIVE' AND v.sku IS NOT NULL
          AND (SELECT count(*) FROM variants same WHERE same.shop = v.shop AND same.sku = v.sku) = 1 ORDER BY v.id`,
    );
    const plans = planPrices(shop, variants, random);
    const rows = plans.map(
      ({ variant, schedule }): Schedule => ({
        shop: domain,
        sku: variant.sku,
        belowMapp: false,
        actorId: staff.operations.id,
        actorName: staff.operations.name,
        ...schedule,
      }),
    );
    const stored = await tx.insert(priceSchedules).values(rows).returning({ id: priceSchedules.id });
    const due = plans.flatMap(({ variant, previousCents, schedule }, index) => {
      if (previousCents === undefined) return [];
      const state =
        schedule.state === "rolled back" || schedule.state === "ended"
          ? ("restored" as const)
          : schedule.state === "failed"
            ? ("failed" as const)
            : ("applied" as const);
      return [
        {
          shop: domain,
          scheduleId: stored[index]?.id ?? 0,
          variantId: variant.id,
          productId: variant.product_id,
          jobId: idOf(shop, "price job", index),
          state,
          previousCents: previousCents as Cents,
          previousCompareAtCents: variant.compare_at_price_cents as Cents | null,
          message: state === "failed" ? schedule.message : null,
          appliedAt: state === "failed" ? null : schedule.appliedAt,
        },
      ];
    });
    if (due.length > 0) await tx.insert(scheduledVariants).values(due);
    const entries = [
      ...plans.flatMap(({ variant, entries }) => entries.map((entry) => ({ variant, ...entry }))),
      ...outsideChanges(shop, variants, plans, random),
    ]
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ variant, at, from, to, source }): Entry => {
        const actor = source === null ? null : staff.operations;
        return {
          shop: domain,
          changedAt: at,
          variantId: variant.id,
          productId: variant.product_id,
          sku: variant.sku,
          title: variant.title,
          currency: config.currencyCode,
          previousCents: from as Cents,
          currentCents: to as Cents,
          previousCompareAtCents: variant.compare_at_price_cents as Cents | null,
          compareAtCents: variant.compare_at_price_cents as Cents | null,
          priceListId: 0,
          customerType: "",
          source,
          actorId: actor?.id ?? null,
          actorName: actor?.name ?? null,
          recordedAt: after(at, 0.00005),
        };
      });
    const since = daysAgo(shop, RECORDED_DAYS);
    const recorded = variants.map(({ id, price_cents, compare_at_price_cents }) => ({
      shop: domain,
      priceListId: STORE_PRICE,
      variantId: id,
      currency: config.currencyCode,
      priceCents: price_cents as Cents,
      compareAtCents: compare_at_price_cents as Cents | null,
      changedAt: entries.findLast(({ variantId }) => variantId === id)?.changedAt ?? since,
      since,
    }));
    await tx
      .insert(recordedPrices)
      .values(recorded)
      .onConflictDoUpdate({
        target: [recordedPrices.shop, recordedPrices.priceListId, recordedPrices.variantId],
        set: { since: sql`excluded.since` },
      });
    if (entries.length === 0) return;
    await tx.insert(priceLog).values(entries);
    await tx
      .insert(priceLogSkus)
      .values([...new Set(entries.map(({ sku }) => sku as string))].map((sku) => ({ shop: domain, sku })))
      .onConflictDoNothing();
    const days = new Map<string, number>();
    for (const { changedAt } of entries) {
      const day = (changedAt as Date).toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    await tx
      .insert(priceLogCounts)
      .values([...days].map(([day, count]) => ({ shop: domain, day, ofPriceLists: false, entries: count })));
  },
};

const rounded = (cents: number): number => Math.max(100, Math.round(cents / 100) * 100 - 1);

/** Each variant has one story, so that its prices follow each other up to its price today. */
function planPrices(shop: DemoShop, variants: readonly Variant[], random: RandomSource): Plan[] {
  const left = [...variants];
  const take = (count: number) => left.splice(0, Math.max(1, Math.round(count * shop.scale)));
  const common = (variant: Variant, cents: number, at: Date, state: PriceState) => ({
    priceCents: cents as Cents,
    compareAtCents: variant.compare_at_price_cents as Cents | null,
    effectiveAt: at,
    state,
    seenCents: variant.price_cents as Cents,
    createdAt: after(at < shop.start ? at : shop.start, -1 - random.below(5)),
  });
  const done = (variant: Variant, at: Date, to: number, from: number): Plan => ({
    variant,
    schedule: { ...common(variant, to, at, "applied"), appliedAt: after(at, 0.0005) },
    previousCents: from,
    entries: [{ at: after(at, 0.0005), from, to, source: PRICE_SOURCE }],
  });
  const [campaignFrom, campaignTo] = [daysAgo(shop, CAMPAIGN.from), daysAgo(shop, CAMPAIGN.to)];
  const campaign = take(18).map((variant): Plan => {
    const { price_cents: now } = variant;
    const reduced = rounded(now * 0.85);
    const plan = done(variant, campaignFrom, reduced, now);
    return {
      ...plan,
      schedule: { ...plan.schedule, state: "ended", endAt: campaignTo },
      entries: [
        ...plan.entries,
        { at: after(campaignTo, 0.0005), from: reduced, to: now, source: RETURN_SOURCE },
      ],
    };
  });
  const changed = take(34).map((variant) => {
    const at = daysAgo(shop, 12 + random.below(340));
    return done(
      variant,
      at,
      variant.price_cents,
      rounded(variant.price_cents * (0.8 + random.below(35) / 100)),
    );
  });
  const rolledBack = take(6).map((variant): Plan => {
    const at = daysAgo(shop, 20 + random.below(60));
    const wrong = rounded(variant.price_cents * 0.1);
    const plan = done(variant, at, wrong, variant.price_cents);
    return {
      ...plan,
      schedule: {
        ...plan.schedule,
        state: "rolled back",
        message: "The file had the prices without the last digit.",
      },
      entries: [
        ...plan.entries,
        { at: after(at, 0.04), from: wrong, to: variant.price_cents, source: ROLLBACK_SOURCE },
      ],
    };
  });
  const failed = take(3).map(
    (variant): Plan => ({
      variant,
      schedule: {
        ...common(variant, rounded(variant.price_cents * 1.1), daysAgo(shop, 9), "failed"),
        message: "Shopify refused the price: the product is being edited. Try again.",
      },
      previousCents: variant.price_cents,
      entries: [],
    }),
  );
  const waiting = (count: number, state: PriceState, days: () => number) =>
    take(count).map(
      (variant): Plan => ({
        variant,
        schedule: {
          ...common(
            variant,
            rounded(variant.price_cents * (0.85 + random.below(30) / 100)),
            daysAgo(shop, -days()),
            state,
          ),
          endAt: random.chance(0.3) ? daysAgo(shop, -40) : null,
        },
        entries: [],
      }),
    );
  return [
    ...campaign,
    ...changed,
    ...rolledBack,
    ...failed,
    ...waiting(4, "canceled", () => -15),
    ...waiting(3, "paused", () => 6),
    ...waiting(5, "scheduled", () => 0.4),
    ...waiting(22, "scheduled", () => 1 + random.below(30)),
  ];
}

/** Changes that someone made in Shopify, of variants without another story. */
function outsideChanges(
  shop: DemoShop,
  variants: readonly Variant[],
  plans: readonly Plan[],
  random: RandomSource,
) {
  const planned = new Set(plans.map(({ variant }) => variant.id));
  return variants
    .filter(({ id }) => !planned.has(id))
    .slice(0, Math.round(40 * shop.scale))
    .map((variant) => ({
      variant,
      at: daysAgo(shop, 5 + random.below(380)),
      from: rounded(variant.price_cents * (0.85 + random.below(30) / 100)),
      to: variant.price_cents,
      source: null,
    }));
}
