import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { BACKROOM } from "~/platform/auth/permission";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import {
  defineJob,
  type ItemContext,
  type ItemOutcome,
  type ItemsQuery,
  isUnfinished,
  startJob,
} from "~/platform/jobs/job.server";
import { requestTask } from "~/platform/jobs/task.server";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { APPLY_DUE_TASK, auditSides, storeResults } from "./apply-prices.server";
import { scheduledPriceEnded, scheduledPriceSubject } from "./audit.server";
import { restorePrices } from "./restore-prices.server";
import {
  isBeingSent,
  readScheduledVariants,
  type ScheduledVariant,
  sourceWithFile,
} from "./scheduled-variants.server";
import { settleBelowMappTag } from "./send-prices.server";
import { PRICES_LIST } from "./states";
import { priceStates } from "./transitions.server";

/** What returned a price, for the log of prices. */
export const RETURN_SOURCE = "End of a price schedule";

const UNRETURNED =
  "The end date has passed, but the earlier price hasn't returned. End the price again, or retry the rows of its job under Jobs.";

/** As when prices are applied. */
const CONCURRENCY = 50;

/** Returns the earlier prices of a product whose scheduled prices have ended: one item per product. */
export const returnPricesJob = defineJob({
  name: "bulkprice.return",
  item: z.object({ productNumber: z.number().int() }),
  concurrency: CONCURRENCY,
  run: ({ productNumber }, context) => returnPricesOf(productNumber, context),
  async finished(shop) {
    await withShop(shop, async (tx) => {
      await markUnreturned(tx, shop);
      // The next price of the same SKU may have waited for this job.
      await requestTask({ name: APPLY_DUE_TASK }, shop, { tx });
    });
    publishChange(shop, "showBulkPrice", { list: PRICES_LIST });
  },
});

/** Whether a row of `price_schedules` has still to return its earlier price. One whose return has failed doesn't count. */
export const returnsAt = (
  row: string,
  now: string,
): string => `${row}.end_at <= ${now} AND ${row}.state IN ('applied', 'failed')
  AND EXISTS (SELECT FROM scheduled_variants AS v WHERE v.shop = ${row}.shop AND v.schedule_id = ${row}.id
                 AND v.state IN ('applied', 'sending', 'restoring'))
  AND NOT ${returnHasEnded(row)}`;

/** Whether the job that should have returned the earlier price of a row of `price_schedules` has ended. */
export const returnHasEnded = (row: string): string =>
  `(${row}.return_job_id IS NOT NULL AND NOT EXISTS (
     SELECT FROM jobs WHERE jobs.shop = ${row}.shop AND jobs.id = ${row}.return_job_id AND ${isUnfinished("jobs")}))`;

/**
 * Starts the job for the prices whose end date has passed. It is Backroom's own job: a price must return although its administrator
 * has lost access. A price that is being sent, or a later one that is being applied, goes first.
 */
export async function startReturns(
  tx: ShopTransaction,
  { domain: shop, timeZone }: Pick<Shop, "domain" | "timeZone">,
  now: Date,
): Promise<string[]> {
  const { rows } = await tx.$client.query<{ ids: string[]; last: Date }>(
    `WITH ended AS (
       SELECT id, end_at FROM price_schedules AS s
        WHERE shop = $1 AND return_job_id IS NULL AND ${returnsAt("s", "$2")} AND NOT ${isBeingSent("s")}
          AND NOT EXISTS (SELECT FROM price_schedules AS later
                           WHERE later.shop = $1 AND later.sku = s.sku AND later.state = 'applying')
        ORDER BY id FOR UPDATE)
     SELECT array_agg(id::text) AS ids, max(end_at) AS last FROM ended HAVING count(*) > 0`,
    [shop, now],
  );
  const started: string[] = [];
  for (const { ids, last } of rows)
    started.push(
      await startJob(tx, shop, returnPricesJob, {
        title: `Return ${pluralize(ids.length, "price")} that ended on ${formatDashedDateTime(last, timeZone)}`,
        permission: "showBulkPrice",
        startedBy: BACKROOM,
        items: [],
        doneWord: "products changed",
        selectItems: (jobId) => assignToJob(tx, shop, ids, jobId),
      }),
    );
  return started;
}

/** Assigns prices to the job that returns them. @returns its items: one for each product */
async function assignToJob(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
  jobId: string,
): Promise<ItemsQuery> {
  await tx.$client.query(
    "UPDATE price_schedules SET return_job_id = $3 WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, ids, jobId],
  );
  return {
    text: `SELECT row_number() OVER (ORDER BY product_id) - 1 AS position, coalesce(title, product_id::text) AS label,
                  jsonb_build_object('productNumber', product_id) AS input
             FROM (SELECT DISTINCT product_id FROM scheduled_variants
                    WHERE shop = $1 AND schedule_id = ANY($2::bigint[]) AND state IN ('applied', 'sending', 'restoring')) AS ended
             LEFT JOIN products_of_shop AS p ON p.id = ended.product_id`,
    values: [shop, ids],
  };
}

async function returnPricesOf(
  productNumber: number,
  { shop: domain, jobId, administrator, signal }: ItemContext,
): Promise<ItemOutcome> {
  const shop = await requireShop(domain);
  const call = { priority: "bulk", signal } as const;
  const read = (tx: ShopTransaction) =>
    readScheduledVariants(tx, domain, "s.return_job_id = $2 AND v.product_id = $3", [jobId, productNumber]);
  const actor = administrator;
  const origin = { actor, source: RETURN_SOURCE };
  const { skipped, problems } = await restorePrices(shop, productNumber, {
    jobId,
    read,
    pick: async (tx, variants) => {
      await handOver(tx, domain, variants);
      return read(tx);
    },
    origin,
    sourceOf: (variant) => `${sourceWithFile(RETURN_SOURCE, variant)}, scheduled by ${variant.actor.name}`,
    call,
  });
  const after = await withShop(domain, async (tx) => {
    await storeResults(
      tx,
      domain,
      skipped.map(({ variant, message }) => ({ ...variant, state: "kept" as const, message })),
    );
    const variants = await read(tx);
    for (const scheduleId of await settleEnded(
      tx,
      domain,
      variants.map((variant) => variant.scheduleId),
    )) {
      const all = await readScheduledVariants(tx, domain, "v.schedule_id = $2", [scheduleId]);
      const { before: applied, after: earlier } = swapped(
        auditSides(
          all.filter(({ state }) => state === "restored"),
          shop,
        ),
      );
      await recordAudit(tx, domain, scheduledPriceEnded, {
        actor,
        subject: { type: scheduledPriceSubject, id: String(scheduleId) },
        before: applied,
        after: earlier,
        jobId,
        flag: "showBulkPrice",
      });
    }
    return variants;
  });
  await settleBelowMappTag(shop, productNumber, origin, call);
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  if (problems.size > 0) return { state: "failed", message: [...problems.values()].join(" ") };
  const named = after
    .filter(({ state }) => state === "restored")
    .map(({ sku, priceCents, previousCents }) => {
      const to = previousCents === null ? "" : formatMoney(previousCents, shop.currency);
      return `${sku}: ${formatMoney(priceCents, shop.currency)} → ${to}.`;
    });
  const kept = skipped.map(({ message }) => message);
  if (named.length === 0)
    return {
      state: "skipped",
      message: kept.join(" ") || "Nothing to return.",
      reason: kept.length > 0 ? "changed since" : "never applied",
    };
  return { state: "done", message: [...new Set([...named, ...kept])].join(" ") };
}

const swapped = <Side>({ before, after }: { before: Side; after: Side }) => ({
  before: after,
  after: before,
});

/**
 * Ends prices over which a later one was applied: the later one, which would return to them, returns to the price before them
 * instead. That price is taken from the stored row, because an earlier one may just have handed its own over.
 */
async function handOver(
  tx: ShopTransaction,
  shop: string,
  variants: readonly ScheduledVariant[],
): Promise<void> {
  const superseded = variants.filter(
    ({ state, isSuperseded }) => (state === "applied" || state === "sending") && isSuperseded,
  );
  for (const { scheduleId, variantId } of superseded)
    await tx.$client.query(
      `UPDATE scheduled_variants AS v
          SET previous_cents = own.previous_cents, previous_compare_at_cents = own.previous_compare_at_cents
         FROM price_schedules AS later, scheduled_variants AS own
         JOIN price_schedules AS ended ON ended.shop = own.shop AND ended.id = own.schedule_id
        WHERE own.shop = $1 AND own.schedule_id = $2 AND own.variant_id = $3
          AND v.shop = $1 AND v.variant_id = $3 AND v.state = 'applied' AND v.previous_cents = ended.price_cents
          AND v.previous_compare_at_cents IS NOT DISTINCT FROM ended.compare_at_cents
          AND later.shop = $1 AND later.id = v.schedule_id
          AND (later.effective_at, later.id) > (ended.effective_at, ended.id)`,
      [shop, scheduleId, variantId],
    );
  await storeResults(
    tx,
    shop,
    superseded.map((variant) => ({
      ...variant,
      state: "kept" as const,
      message: `A later price of ${variant.sku} is applied.`,
    })),
  );
}

/** Derives which prices have ended from their variants. @returns the ids of those that ended now */
async function settleEnded(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE price_schedules AS s
        SET ${priceStates.set("ended")}, version = version + 1,
            message = (SELECT string_agg(DISTINCT v.message, ' ') FROM scheduled_variants AS v
                        WHERE v.shop = $1 AND v.schedule_id = s.id AND v.state = 'kept')
      WHERE s.shop = $1 AND s.id = ANY($2::bigint[]) AND ${priceStates.before("ended", "s")}
        AND NOT EXISTS (SELECT FROM scheduled_variants AS v
                         WHERE v.shop = $1 AND v.schedule_id = s.id AND v.state IN ('waiting', 'sending', 'applied', 'restoring'))
     RETURNING s.id`,
    [shop, ids],
  );
  return rows.map(({ id }) => Number(id));
}

/** Names the prices whose job has ended without returning them. */
async function markUnreturned(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.$client.query(
    `UPDATE price_schedules AS s SET message = $2, version = version + 1
       FROM jobs WHERE s.shop = $1 AND s.return_job_id IS NOT NULL AND s.state IN ('applied', 'failed')
        AND s.message IS DISTINCT FROM $2
        AND EXISTS (SELECT FROM scheduled_variants AS v WHERE v.shop = $1 AND v.schedule_id = s.id
                       AND v.state IN ('applied', 'sending', 'restoring'))
        AND jobs.shop = $1 AND jobs.id = s.return_job_id AND NOT ${isUnfinished("jobs")}`,
    [shop, UNRETURNED],
  );
}
