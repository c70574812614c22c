import { z } from "zod";
import { SENT_AS } from "~/core/exports/delivery";
import { fileShape } from "~/core/files/schemas";
import { jobMail } from "~/core/mail/schemas";
import { JOB_STATES } from "~/platform/jobs/states";
import { FILE_FORMATS } from "~/platform/sheets/spreadsheet";
import { COLUMN_KINDS } from "./results";
import { FREQUENCIES } from "./schedule-times";

export const text = z.string();

const instant = text;

/** A number that says how a report went. */
const reportFigure = z.object({
  name: text,
  /** A count, or an amount in cents. */
  value: z.number(),
  unit: z.enum(["count", "cents"]),
});

export type ReportFigure = z.infer<typeof reportFigure>;

/** A sheet of a report that was created. */
const reportSheet = z.object({
  name: text,
  columns: z.array(z.object({ title: text, kind: z.enum(COLUMN_KINDS).optional() })),
  /** How many rows it has in the workbook. */
  rows: z.number().int(),
  /** The titles of two columns: the page draws the sums of `value` by `name`. */
  chart: z.object({ name: text, value: text }).optional(),
  /** The titles of the columns that the page filters by. */
  filters: z.array(text).optional(),
  /** The page opens it before the others. */
  isOpenedFirst: z.literal(true).optional(),
  /** The order of the page, by a column's title. */
  sort: z.object({ by: text, descending: z.boolean() }).optional(),
});

export type CreatedSheet = z.infer<typeof reportSheet>;

/** What is stored of a sheet for the page. */
export const reportResult = z.object({ sheets: z.array(reportSheet), figures: z.array(reportFigure) });

export type ReportResult = z.infer<typeof reportResult>;

/** Rows of a sheet, as a page of a list. */
export const reportRows = z.object({
  /** How many rows the search finds. */
  total: z.number().int(),
  list: z.array(
    z.object({
      id: text,
      cells: z.array(z.union([text, z.number()])),
      /** Where a cell leads, by its column's number. */
      links: z.record(text, text),
      /** What is shown instead of a cell's text, by its column's number. */
      names: z.record(text, text),
    }),
  ),
  /** What the chart draws: the sums of the search's rows, the first days or the largest of the others. Null for a sheet without a chart. */
  chart: z.array(z.object({ name: text, value: z.number() })).nullable(),
  /** How many sums there are, of which the chart has at most 60. */
  charted: z.number().int(),
  /** The texts of the columns that the page filters by, with how many rows have them, by the columns' keys. */
  choices: z.record(text, z.array(z.object({ text, count: z.number().int() }))),
});

export type ReportRows = z.infer<typeof reportRows>;

export const createdReport = z.object({
  /** Also the id of its job. */
  id: text,
  /** Its dates and options in words. */
  parameters: text,
  /** What it was requested with. Dates are null for a report without them. */
  dates: z.object({ dateFrom: text, dateTo: text }).nullable(),
  options: z.record(text, z.boolean()),
  requestedAt: instant,
  requestedBy: text,
  /** Whether the caller receives it. */
  isMine: z.boolean(),
  isScheduled: z.boolean(),
  /** Whether the caller may open its job. */
  canOpenJob: z.boolean(),
  state: z.enum(JOB_STATES),
  /** In words. */
  status: text,
  /** 0 to 100. */
  progress: z.number().int(),
  /** The result in a sentence. Null until it was created. */
  summary: text.nullable(),
  /** The result in numbers. Empty until it was created. */
  figures: z.array(reportFigure),
  /** Its sheets, whose rows `rows` answers. Empty until it was created, and again after its days are over. */
  sheets: z.array(reportSheet),
  /** Why it failed. */
  reason: text.nullable(),
  /** Of its file. */
  format: z.enum(FILE_FORMATS),
  /** The emails of its result. Empty until it was created. */
  emails: z.array(jobMail),
  /** Null until it was created, and again after its days are over. */
  file: fileShape.nullable(),
});

export type CreatedReport = z.infer<typeof createdReport>;

export const reportSchedule = z.object({
  id: text,
  frequency: z.enum(FREQUENCIES),
  /** 0 to 23, in the time zone of the answer. */
  hour: z.number().int(),
  /** Its options in words. */
  options: text,
  /** Who else gets its email. */
  recipients: z.array(text),
  sendAs: z.enum(SENT_AS),
  format: z.enum(FILE_FORMATS),
  createdBy: text,
  /** Null when the schedule has stopped. */
  nextAt: instant.nullable(),
  stoppedBecause: text.nullable(),
});

export type ReportSchedule = z.infer<typeof reportSchedule>;

/** What the call that requests a report answers. */
export const reportStarted = z.object({ status: z.literal(true), msg: text, jobId: text });
