import type { CallContext } from "~/core/context.server";
import type { Delivery } from "~/core/exports/delivery";
import { assertCanOpen, deliveryIn } from "~/core/exports/delivery.server";
import { createSync } from "~/core/syncs/define-sync.server";
import { syncsListOf } from "~/core/syncs/sync";
import type { Administrator } from "~/platform/auth/permission";
import { isoDateIn } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/job.server";
import { NOT_COUNTED } from "~/platform/jobs/states";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import type { ReportDefinition } from "./define-report.server";
import { AFTER_TODAY, FROM_AFTER_TO, REPORT_REQUESTED } from "./messages";
import { describeInput, type NewReportData, type ReportInput, zoneOf } from "./report-period.server";
import type { ReportDates } from "./schedule-times";

/**
 * Starts a report. While the same report with the same dates and options is being created, nothing is started: the caller is
 * emailed that one, too. A paused one isn't joined, because the caller may not be able to resume it.
 * @param options as the report's `options` parses them
 * @param delivery who else gets the email, and how. The parts of `deliveryFields`
 * @returns what the report's call answers, with the id of its job
 * @throws 400 for dates out of order or after today, and for recipients who can't open the link
 */
export async function startReport(
  { shop, administrator, clock, declarations }: CallContext,
  definition: ReportDefinition,
  { dates, options, delivery }: { dates: ReportDates | null; options: object; delivery: Delivery },
): Promise<{ status: true; msg: string; jobId: string }> {
  if (declarations.reports.get(definition.name) !== definition)
    throw new Error(`No module declares the report "${definition.name}" under "reports".`);
  if (dates) assertDates(definition, dates, isoDateIn(clock.now(), zoneOf(definition, shop)));
  const input = { dates, options: { ...options } };
  const jobId = await withShop(shop.domain, async (tx) => {
    await assertCanOpen(tx, shop.domain, definition.flag, delivery);
    return createOrJoinReport(tx, shop.domain, definition, administrator, { ...input, delivery });
  });
  publishChange(shop.domain, definition.flag, { list: syncsListOf(definition.name) });
  return { status: true, msg: REPORT_REQUESTED, jobId };
}

/** @param today in the report's time zone */
function assertDates({ days }: ReportDefinition, { dateFrom, dateTo }: ReportDates, today: string): void {
  if (dateFrom > today) throw badRequest(AFTER_TODAY, { dateFrom: AFTER_TODAY });
  if (days?.isToCapped && dateTo > today) throw badRequest(AFTER_TODAY, { dateTo: AFTER_TODAY });
  if (dateFrom > dateTo) throw badRequest(FROM_AFTER_TO, { dateTo: FROM_AFTER_TO });
}

interface NewReport extends ReportInput {
  delivery: Delivery;
}

/** Creates a report, or adds the administrator and their recipients to those of the same one that is being created. */
export async function createOrJoinReport(
  tx: ShopTransaction,
  shop: string,
  definition: ReportDefinition,
  requestedBy: Pick<Administrator, "id" | "name">,
  { delivery, ...input }: NewReport,
  scheduleId?: string,
): Promise<string> {
  const { format } = delivery;
  // One with another file is another report.
  const parts = format === "xlsx" ? [] : [format];
  const key = stableUuid(definition.name, JSON.stringify(input.dates), sortedJson(input.options), ...parts);
  const deliveries = isOwnLink(delivery) ? [] : [{ ...deliveryIn(delivery), by: requestedBy.id }];
  // Two simultaneous requests take turns, so that the second one finds the first one's report.
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`report ${definition.name} ${shop}`]);
  const joined = JSON.stringify(deliveries);
  const open = await joinOpenReport(tx, shop, definition.name, { key, by: requestedBy.id, joined });
  if (open) return open;
  const data: NewReportData = { ...input, key, recipients: [requestedBy.id], deliveries, format, scheduleId };
  const title = [definition.title, describeInput(definition, input)].filter(Boolean).join(": ");
  return createSync(tx, shop, definition.sync, requestedBy, {
    items: [{ label: title, input }],
    title,
    data,
    params: NOT_COUNTED,
  });
}

const isOwnLink = ({ recipients, sendAs }: Delivery): boolean => recipients.length === 0 && sendAs === "link";

/**
 * Joins the newest one: a paused report that was resumed runs beside the one that was created instead. It has neither a result nor
 * failed yet, so its email isn't there either. The lock on its row holds back both until this transaction is committed.
 * One that failed is joined while its retry is queued.
 */
async function joinOpenReport(
  tx: ShopTransaction,
  shop: string,
  section: string,
  { key, by, joined }: { key: string; by: string; joined: string },
): Promise<string | null> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE runs SET data = data || jsonb_build_object(
              'recipients', (data -> 'recipients') ||
                CASE WHEN data -> 'recipients' ? $4 THEN '[]'::jsonb ELSE jsonb_build_array($4::text) END,
              'deliveries', coalesce(data -> 'deliveries', '[]') || $6::jsonb)
      WHERE shop = $1 AND ${HAS_NO_EMAIL} AND id = (
              SELECT id FROM runs
               WHERE shop = $1 AND section = $2 AND data ->> 'key' = $3 AND ${HAS_NO_EMAIL}
                 AND id IN (SELECT id FROM jobs WHERE shop = $1 AND kind = $5 AND ${isUnfinished("jobs")} AND cancel_requested_at IS NULL AND paused_at IS NULL)
               ORDER BY started_at DESC, id DESC LIMIT 1)
     RETURNING id`,
    [shop, section, key, by, `reports.${section}`, joined],
  );
  return rows[0]?.id ?? null;
}

/** In SQL, checked again after a wait for the row's lock. A failure is emailed before its job ends, so a queued job's is an earlier attempt's. */
const HAS_NO_EMAIL = `NOT data ? 'summary' AND (NOT data ? 'failed' OR id IN (SELECT id FROM jobs WHERE shop = $1 AND kind = $5 AND state = 'queued'))`;

const sortedJson = (options: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
