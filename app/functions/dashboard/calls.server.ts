import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { startMailedExport } from "~/core/exports/export-rows.server";
import { reportDate } from "~/core/reports/fields";
import { isoDateIn } from "~/platform/dates/instant";
import { parseUsDate } from "~/platform/dates/us-date";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { METRIC_NAMES, REFRESHED } from "./metrics";
import { customersTab, type DateRange, defaultRange, rangeProblems } from "./range";
import { point } from "./schemas";
import { readFirstDay, readLatest, readSeries, snapshotsReport, takeSnapshot } from "./snapshots.server";

/** A day as MM/DD/YYYY or YYYY-MM-DD. */
const day = z
  .string()
  .transform((text) => parseUsDate(text.trim()) ?? text)
  .pipe(reportDate)
  .optional();

/** In the shop's time zone. Without a first day, it is the last 30 days. Without a last day, it ends today. */
const range = { dateFrom: day, dateTo: day };

const answered = { status: z.literal(true), msg: z.string() };

/** The calls of the customer dashboard. */
export const dashboardCalls = {
  export: call("GET /dashboard/customers/export", {
    for: customersTab,
    summary: "Write the spreadsheet of all metrics by day as a job, and email it to the caller",
    input: z.object({ ...range, operationId: z.string().min(8).max(100).optional() }),
    output: z.object({ ...answered, jobId: z.string() }),
    run: (context, { operationId, ...days }) =>
      startMailedExport(
        context,
        snapshotsReport,
        { part: "", searchType: "Email", searchValue: "", sort: "date asc", filter: rangeOf(days, context) },
        operationId,
      ),
  }),
  metric: call("GET /dashboard/customers/{metricName}", {
    for: customersTab,
    summary: "A metric of the shop's customers by day",
    input: z.object({
      metricName: z.enum(METRIC_NAMES, `must be one of: ${METRIC_NAMES.join(", ")}`),
      ...range,
    }),
    output: z.object({ ...answered, data: z.array(point) }),
    run: async (context, { metricName, ...days }) => ({
      status: true as const,
      msg: "",
      data: await readSeries(context.shop, metricName, rangeOf(days, context)),
    }),
  }),
  refresh: call("POST /dashboard/customers/refresh", {
    for: customersTab,
    summary: "Read the metrics from Shopify now, as the values of today",
    output: z.object({ ...answered, readAt: z.string() }),
    async run({ shop, clock }) {
      const readAt = await takeSnapshot(shop, clock);
      return { status: true as const, msg: REFRESHED, readAt: readAt.toISOString() };
    },
  }),
  history: call("GET /dashboard/history", {
    for: customersTab,
    summary: "Since when there are readings, and when the latest one was made",
    output: z.object({
      ...answered,
      /** The first day with a reading, YYYY-MM-DD. Null before the first one. */
      since: z.string().nullable(),
      /** An instant, ISO 8601. */
      readAt: z.string().nullable(),
    }),
    async run({ shop }) {
      const [since, latest] = await Promise.all([readFirstDay(shop), readLatest(shop)]);
      return { status: true as const, msg: "", since, readAt: latest?.readAt.toISOString() ?? null };
    },
  }),
  figure: call("GET /dashboard/figure", {
    for: customersTab,
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    async run({ shop }) {
      const latest = await readLatest(shop);
      if (!latest) return { text: "No figures yet", asOf: null };
      const { total, isTotalExact, readAt } = latest;
      const count = pluralize(total, "customer");
      return { text: isTotalExact ? count : `At least ${count}`, asOf: readAt.toISOString() };
    },
  }),
};

/** The days of a request. @throws 400 for days after today, and for a first day after the last one */
function rangeOf(days: Partial<DateRange>, { shop, clock }: CallContext): DateRange {
  const today = isoDateIn(clock.now(), shop.timeZone);
  const range = defaultRange(today, days);
  const problems = rangeProblems(range, today);
  const [problem] = Object.values(problems);
  if (problem) throw badRequest(problem, problems);
  return range;
}
