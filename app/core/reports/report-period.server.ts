import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import { storedDelivery } from "~/core/exports/delivery.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { FILE_FORMATS } from "~/platform/sheets/spreadsheet";
import type { ReportDeclaration, ReportPeriod } from "./report-declaration.server";
import type { ReportDates } from "./schedule-times";
import { reportResult } from "./schemas";

/** The time zone of a report's days. A report without dates has that of the shop. */
export const zoneOf = (
  { days }: Pick<ReportDeclaration<never>, "days">,
  shop: { timeZone: string },
): string => (days?.zone === "UTC" ? "UTC" : shop.timeZone);

/** Dates as instants of a time zone. */
export function periodOf({ dateFrom, dateTo }: ReportDates, timeZone: string): ReportPeriod {
  return { dateFrom, dateTo, start: startOf(dateFrom, 0, timeZone), end: startOf(dateTo, 1, timeZone) };
}

function startOf(isoDate: string, daysLater: number, timeZone: string): Date {
  const [year, month, day] = isoDate.split("-").map(Number) as [number, number, number];
  return new Date(+new TZDate(year, month - 1, day + daysLater, timeZone));
}

/** Dates and options in words: "11/01/2026 to 11/30/2026, Bundle Report". */
export const describeInput = (
  definition: ReportDeclaration<unknown>,
  { dates, options }: ReportInput,
): string => [dates && datesText(dates), optionsText(definition, options)].filter(Boolean).join(", ");

/** The options in words. Empty for none, and for options that an earlier version stored. */
export function optionsText(definition: ReportDeclaration<unknown>, options: unknown): string {
  const parsed = definition.options.safeParse(options);
  return parsed.success ? definition.describeOptions(parsed.data) : "";
}

const datesText = ({ dateFrom, dateTo }: ReportDates): string =>
  dateFrom === dateTo ? formatUsDate(dateFrom) : `${formatUsDate(dateFrom)} to ${formatUsDate(dateTo)}`;

/** What a report is requested with, as its job stores it. Dates are null for a report without them. */
export const reportInput = z.object({
  dates: z.object({ dateFrom: z.string(), dateTo: z.string() }).nullable(),
  options: z.record(z.string(), z.unknown()),
});

export type ReportInput = z.infer<typeof reportInput>;

/** What the job of a report remembers. */
export const reportData = reportInput.extend({
  /** Equal for equal reports, dates and options. */
  key: z.string(),
  /** The administrators who receive the email: who requested the report, and who requested the same while it was being created. */
  recipients: z.array(z.string()),
  /** What each of them chose about the email, if it is more than a link for themselves. */
  deliveries: z.array(storedDelivery.extend({ by: z.string() })).default([]),
  /** Of the file. */
  format: z.enum(FILE_FORMATS).default("xlsx"),
  /** Set for a scheduled report. */
  scheduleId: z.string().optional(),
  /** The result in a sentence. Set with the file. */
  summary: z.string().optional(),
  /** Who its email is for: the id of the email, or why there is none. Set with the file. */
  emails: z
    .array(z.object({ to: z.string(), id: z.string().optional(), why: z.string().optional() }))
    .default([]),
  /** What the page shows of it. Set with the file. */
  result: reportResult.optional(),
  /** Set with the email that it couldn't be created, until a retry begins. */
  failed: z.literal(true).optional(),
});

export type ReportData = z.infer<typeof reportData>;

/** A report's job as it begins. */
export type NewReportData = z.input<typeof reportData>;
