import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { deliveryFields, deliveryIn } from "~/core/exports/delivery.server";
import { exported } from "~/core/exports/list-export.server";
import { ROWS_FOR_SHEET } from "~/core/exports/texts.server";
import { numberedRequest } from "~/core/lists/numbered-page";
import { mayUse } from "~/platform/auth/permission";
import { forbidden } from "~/platform/errors";
import type { Texts } from "../answer-call.server";
import type { ReportDefinition } from "./define-report.server";
import { exportReportRows } from "./export-report-rows.server";
import { listReports } from "./list-reports.server";
import { readReportRows } from "./read-report-rows.server";
import { MAX_FILTER_LENGTH } from "./results";
import { FREQUENCIES } from "./schedule-times";
import { addSchedule, listSchedules, removeSchedule } from "./schedules.server";
import { createdReport, reportRows, reportSchedule, text } from "./schemas";

const report = z.string().max(40, "must be the name of a report");

/** Rows of a sheet, as the page shows them. */
const shownRows = {
  report,
  run: z.uuid("must be the id of a run"),
  sheet: z.coerce.number().int().min(0, "must be the number of a sheet, from 0").max(99).default(0),
  search: z.string().trim().max(100, "must be at most 100 characters").default(""),
  /** The texts of columns, by their key: only rows with exactly these. */
  columns: z
    .record(z.string().regex(/^c\d{1,2}$/, "must be a column's key"), z.string().max(MAX_FILTER_LENGTH))
    .default({}),
  sort: z.string().max(20, "must be a column's key and asc or desc").default(""),
};

/** The calls that all reports have. Each needs the flag of its report. */
export const reportsCalls = {
  runs: call("GET /reports/{report}/runs", {
    for: "signed-in",
    check: requireAnyReport,
    summary: "The newest results of a report",
    input: z.object({ report }),
    output: z.object({
      list: z.array(createdReport),
      /** The last date that a report can cover, as YYYY-MM-DD in its time zone. */
      today: text,
      timeZone: text,
    }),
    run: (context, input) => listReports(context, requireReport(context, input.report)),
  }),
  rows: call("GET /reports/{report}/runs/{run}/rows", {
    for: "signed-in",
    check: requireAnyReport,
    summary: "Rows of a report that was created, found by a text and ordered by a column",
    input: z.object({ ...shownRows, ...numberedRequest(25) }),
    output: reportRows,
    run: (context, { report, ...request }) =>
      readReportRows(context, requireReport(context, report), request),
  }),
  exportRows: call("POST /reports/{report}/runs/{run}/rows/export", {
    for: "signed-in",
    check: requireAnyReport,
    summary: "The rows of a report that its page shows, for a spreadsheet of them",
    input: z.object(shownRows),
    output: exported,
    run: (context, { report, ...request }) =>
      exportReportRows(context, requireReport(context, report), request),
  }),
  schedules: call("GET /reports/{report}/schedules", {
    for: "signed-in",
    check: requireAnyReport,
    summary: "The schedules of a report",
    input: z.object({ report }),
    output: z.object({
      list: z.array(reportSchedule),
      timeZone: text,
      /** Whether each report covers the day, week or month before. */
      hasDates: z.boolean(),
    }),
    run: (context, input) => listSchedules(context, requireReport(context, input.report)),
  }),
  addSchedule: call("POST /reports/{report}/schedules", {
    for: "signed-in",
    check: requireAnyReport,
    summary: "Create a report each day, week or month, and email it to the caller and to the recipients",
    input: z.object({
      report,
      frequency: z.enum(FREQUENCIES, `must be one of: ${FREQUENCIES.join(", ")}`),
      hour: z.coerce.number().int().min(0, "must be 0 to 23").max(23, "must be 0 to 23"),
      options: z.record(z.string().max(40), z.unknown()).default({}),
      ...deliveryFields,
    }),
    output: reportSchedule,
    run: (context, { report, frequency, hour, options, ...delivery }) =>
      addSchedule(context, requireReport(context, report), {
        frequency,
        hour,
        options,
        delivery: deliveryIn(delivery),
      }),
  }),
  removeSchedule: call("DELETE /reports/{report}/schedules/{id}", {
    for: "signed-in",
    check: requireAnyReport,
    summary: "Remove a schedule",
    input: z.object({ report, id: z.uuid("must be the id of a schedule") }),
    output: z.object({ id: text }),
    run: (context, input) => removeSchedule(context, requireReport(context, input.report), input.id),
  }),
};

/** @throws 403 without any report's flag */
function requireAnyReport({ declarations, administrator }: CallContext): void {
  const isAllowed = [...declarations.reports.values()].some(({ flag }) => mayUse(administrator, flag));
  if (!administrator.isOwner && !isAllowed) throw forbidden();
}

/** @throws 403 without the report's flag, also for a report that doesn't exist */
function requireReport({ declarations, administrator }: CallContext, name: string): ReportDefinition {
  const definition = declarations.reports.get(name);
  if (!definition || !mayUse(administrator, definition.flag)) throw forbidden();
  return definition;
}

/** What the page of a report says after the calls that all reports have. */
export const reportTexts = {
  "reports.addSchedule": () => "The report is scheduled and will be emailed to you.",
  "reports.removeSchedule": () => "The schedule is removed.",
  "reports.exportRows": ROWS_FOR_SHEET,
} satisfies Texts<{ reports: typeof reportsCalls }>;

/** Of the call that creates a report: the page's status line follows the report, and says why it wasn't started. */
export const followed = { say: () => null, failure: { isProblem: true } } as const;
