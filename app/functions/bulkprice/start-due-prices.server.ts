import type { Administrator } from "~/platform/auth/permission";
import { requireShop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { type ItemsQuery, startJob } from "~/platform/jobs/job.server";
import { defineTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { APPLY_DUE_TASK, applyPricesJob } from "./apply-prices.server";
import { lookUpSkus } from "./plan-prices.server";
import { returnsAt, startReturns } from "./return-prices.server";
import { failEndedSchedules } from "./scheduled-variants.server";
import { PRICES_LIST } from "./states";
import { priceStates } from "./transitions.server";

const NO_VARIANT = "No variant in the store has this SKU.";

const OVER = "The end date passed before this price could be applied.";

/**
 * Starts the jobs that apply the prices that are due, and those that return prices at their end: one of each for each administrator
 * who scheduled some. Claiming the prices and starting their job is one transaction, so that a crash neither loses nor repeats one. A
 * price at its end returns before the next one of its SKU is applied. A SKU with several due prices gets them one after the
 * other, in the order of their dates: the next one is due once the earlier one has ended.
 * @param now the moment up to which prices are due
 * @returns the jobs' ids
 */
export async function startDuePrices(shop: string, now: Date): Promise<string[]> {
  const unknown = await withShop(shop, async (tx) => {
    await failEndedSchedules(tx, shop);
    return readUnknownSkus(tx, shop, now);
  });
  // The mirror may be behind the store.
  if (unknown.length > 0) await lookUpSkus(shop, unknown, { priority: "bulk" });
  const { timeZone } = await requireShop(shop);
  const jobIds = await withShop(shop, async (tx) => {
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`due prices ${shop}`]);
    const started = await startReturns(tx, { domain: shop, timeZone }, now);
    await failOver(tx, shop, now);
    for (const { actor, ids, last } of await claim(tx, shop, now)) {
      const schedules = await withVariants(tx, shop, ids);
      if (schedules.length === 0) continue;
      const count = pluralize(schedules.length, "price");
      started.push(
        await startJob(tx, shop, applyPricesJob, {
          title: `Apply ${count} due on ${formatDashedDateTime(last, timeZone)}`,
          permission: "showBulkPrice",
          startedBy: actor,
          items: [],
          doneWord: "products changed",
          selectItems: (jobId) => assignToJob(tx, shop, schedules, jobId),
        }),
      );
    }
    return started;
  });
  if (jobIds.length > 0) publishChange(shop, "showBulkPrice", { list: PRICES_LIST });
  return jobIds;
}

/** Due, no earlier price of the SKU is unfinished, and none at its end has still to return. */
const IS_NEXT = `state = 'scheduled' AND effective_at <= $2 AND NOT EXISTS (
  SELECT FROM price_schedules AS earlier
   WHERE earlier.shop = $1 AND earlier.sku = s.sku AND earlier.id <> s.id
     AND (earlier.state = 'applying'
       OR earlier.state = 'scheduled' AND (earlier.effective_at, earlier.id) < (s.effective_at, s.id)
       OR ${returnsAt("earlier", "$2")}))`;

/** A price that wasn't applied before its end is never applied. */
async function failOver(tx: ShopTransaction, shop: string, now: Date): Promise<void> {
  await tx.$client.query(
    `UPDATE price_schedules SET ${priceStates.set("failed")}, message = $3, version = version + 1
      WHERE shop = $1 AND state = 'scheduled' AND effective_at <= $2 AND end_at <= $2`,
    [shop, now, OVER],
  );
}

async function readUnknownSkus(tx: ShopTransaction, shop: string, now: Date): Promise<string[]> {
  const { rows } = await tx.$client.query<{ sku: string }>(
    `SELECT DISTINCT sku FROM price_schedules AS s WHERE shop = $1 AND ${IS_NEXT}
        AND NOT EXISTS (SELECT FROM variants_of_shop AS v WHERE v.sku = s.sku)`,
    [shop, now],
  );
  return rows.map(({ sku }) => sku);
}

interface Claimed {
  actor: Pick<Administrator, "id" | "name">;
  ids: string[];
  /** The latest effective date among them. */
  last: Date;
}

/** Marks the due prices as being applied, by the administrator who scheduled them. */
async function claim(tx: ShopTransaction, shop: string, now: Date): Promise<Claimed[]> {
  const { rows } = await tx.$client.query<{
    actor_id: string;
    actor_name: string;
    ids: string[];
    last: Date;
  }>(
    `WITH due AS (
       SELECT id FROM price_schedules AS s WHERE shop = $1 AND ${IS_NEXT} ORDER BY id FOR UPDATE
     ), claimed AS (
       UPDATE price_schedules AS s SET ${priceStates.set("applying")}, message = NULL FROM due
        WHERE s.shop = $1 AND s.id = due.id AND s.state = 'scheduled' AND s.effective_at <= $2
       RETURNING s.id, s.actor_id, s.actor_name, s.effective_at)
     SELECT actor_id, max(actor_name) AS actor_name, array_agg(id::text) AS ids, max(effective_at) AS last
       FROM claimed GROUP BY actor_id ORDER BY actor_id`,
    [shop, now],
  );
  return rows.map(({ actor_id, actor_name, ids, last }) => ({
    actor: { id: actor_id, name: actor_name },
    ids,
    last,
  }));
}

/** The prices whose SKU has a variant. The others have failed. */
async function withVariants(tx: ShopTransaction, shop: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE price_schedules AS s SET ${priceStates.set("failed")}, message = $3, version = version + 1
      WHERE shop = $1 AND ${priceStates.before("failed")} AND id = ANY($2::bigint[])
        AND NOT EXISTS (SELECT FROM variants_of_shop AS v WHERE v.sku = s.sku)
     RETURNING id`,
    [shop, ids, NO_VARIANT],
  );
  const failed = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !failed.has(id));
}

/** Assigns prices to the job that applies them. @returns its items: one for each product */
async function assignToJob(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
  jobId: string,
): Promise<ItemsQuery> {
  await tx.$client.query(
    "UPDATE price_schedules SET job_id = $3 WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, ids, jobId],
  );
  await tx.$client.query(
    `INSERT INTO scheduled_variants (shop, schedule_id, variant_id, product_id, job_id)
     SELECT $1, s.id, v.id, v.product_id, $3 FROM price_schedules AS s JOIN variants_of_shop AS v ON v.sku = s.sku
      WHERE s.shop = $1 AND s.id = ANY($2::bigint[])`,
    [shop, ids, jobId],
  );
  return {
    text: `SELECT row_number() OVER (ORDER BY product_id) - 1 AS position, coalesce(title, product_id::text) AS label,
                  jsonb_build_object('productNumber', product_id) AS input
             FROM (SELECT DISTINCT product_id FROM scheduled_variants WHERE shop = $1 AND job_id = $2) AS changed
             LEFT JOIN products_of_shop AS p ON p.id = changed.product_id`,
    values: [shop, jobId],
  };
}

/** Starts, each minute and at a worker's start, the jobs that apply the prices that are due. */
export const applyDuePrices = defineTask({
  name: APPLY_DUE_TASK,
  schedule: {
    cron: "* * * * *",
    due: `EXISTS (SELECT FROM price_schedules AS s WHERE s.shop = shops.shop
            AND (s.state = 'applying' OR s.state = 'scheduled' AND s.effective_at <= now() OR ${returnsAt("s", "now()")}))`,
  },
  runsAtStart: true,
  async run(shop) {
    await startDuePrices(shop, new Date());
  },
});
