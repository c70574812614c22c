import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { deliveryFields } from "~/core/exports/delivery.server";
import { startMailedExport } from "~/core/exports/export-rows.server";
import { reportDate } from "~/core/reports/fields";
import { AFTER_TODAY } from "~/core/reports/messages";
import { parseUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { saveNote } from "./day-notes.server";
import { METRIC_NAMES, REFRESHED } from "./metrics";
import { readQuestions } from "./questions.server";
import { customersTab, type DateRange, defaultRange, MAX_NOTE, rangeProblems } from "./range";
import { point, questions, segmentSettings } from "./schemas";
import { saveSegmentSettings } from "./segment-settings.server";
import { readFirstDay, readLatest, readSeries, snapshotsSheet, takeSnapshot } from "./snapshots.server";

/** A day as MM/DD/YYYY or YYYY-MM-DD. */
const day = z
  .string()
  .transform((text) => parseUsDate(text.trim()) ?? text)
  .pipe(reportDate)
  .optional();

const requiredDay = day.unwrap();

/** In the shop's time zone. Without a first day, it is the last 30 days. Without a last day, it ends today. */
const range = { dateFrom: day, dateTo: day };

const answered = { status: z.literal(true), msg: z.string() };

/** The calls of the customer dashboard. */
export const dashboardCalls = {
  export: call("GET /dashboard/customers/export", {
    for: customersTab,
    summary:
      "Write the spreadsheet of all metrics by day as a job, and email it to the caller and to the recipients",
    input: z.object({
      ...range,
      ...deliveryFields,
      sendAs: deliveryFields.sendAs.unwrap().default("attachment"),
      operationId: z.string().min(8).max(100).optional(),
    }),
    output: z.object({ ...answered, jobId: z.string() }),
    run: (context, { operationId, recipients, sendAs, format, ...days }) =>
      startMailedExport(
        context,
        snapshotsSheet,
        { part: "", searchType: "Email", searchValue: "", sort: "date asc", filter: rangeOf(days, context) },
        { recipients, sendAs, format },
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
  questions: call("GET /dashboard/questions", {
    for: customersTab,
    summary: "How the customers developed beside the period before, with unusual days, segments and notes",
    input: z.object(range),
    output: questions,
    run: (context, days) => readQuestions(context.shop, rangeOf(days, context)),
  }),
  note: call("PUT /dashboard/notes/{day}", {
    for: customersTab,
    summary: "Note something about a day, which is shown to everyone. An empty text removes the note",
    input: z.object({
      day: requiredDay,
      text: z.string().trim().max(MAX_NOTE, `Enter at most ${MAX_NOTE} characters.`),
      /** The text that the change is based on: 409 when it changed since. */
      seen: z.string().optional(),
    }),
    output: z.object({ ...answered, day: z.string(), text: z.string(), before: z.string() }),
    run: (context, { day, ...change }) => saveNote(context, dayOf(day, context), change),
  }),
  declare: call("PUT /dashboard/segments", {
    for: "owner",
    summary:
      "Declare the tag and the segments of the customer dashboard. Their figures begin with the next reading",
    input: segmentSettings.extend({ seen: segmentSettings.optional() }),
    output: z.object({ ...answered, before: segmentSettings, after: segmentSettings }),
    run: (context, { seen, ...settings }) => saveSegmentSettings(context, settings, seen),
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

/** A day that a note can be about. @throws 400 for days after today */
function dayOf(day: string, { shop, clock }: CallContext): string {
  if (day > isoDateIn(clock.now(), shop.timeZone)) throw badRequest(AFTER_TODAY, { day: AFTER_TODAY });
  return day;
}
