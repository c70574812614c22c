import type { ZodType } from "zod";
import type { Administrator, Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { SheetFrame } from "~/platform/sheets/spreadsheet";
import type { RowBatches } from "~/platform/sheets/streamed-workbook.server";
import type { ColumnKind } from "./results";
import type { ReportDates } from "./schedule-times";
import type { ReportFigure } from "./schemas";

/** The days that a report covers. */
export interface ReportPeriod extends ReportDates {
  /** The first instant, and the first one that isn't covered. */
  start: Date;
  end: Date;
}

/** What a report gets when it is created. */
export interface ReportContext {
  shop: Shop;
  administrator: Administrator;
  /** Of the job that creates it. */
  runId: string;
  /** The report's idempotency key: the same when it is created again after a crash. */
  operationId: string;
  /** Aborted when the process stops, or the report is canceled. */
  signal: AbortSignal;
  /** Reports the progress of work before the first row is written. */
  progress(done: number, total: number): Promise<void>;
}

/** A column of a report's sheet. */
export type ReportColumn = SheetFrame["columns"][number] & {
  /** What its cells are, if they are more than text or a number: the page shows and orders them by it. */
  kind?: ColumnKind;
};

/** A sheet of a report's workbook, which the page shows, too. */
export interface ReportSheet {
  /** At most 31 characters. */
  name: string;
  columns: readonly ReportColumn[];
  /** What the page draws above the rows, by the titles of two columns: the sums of `value` by `name`. */
  chart?: { name: string; value: string };
  /** The columns that the page filters by, by their titles. Their texts repeat. */
  filters?: readonly string[];
  /** The page opens it before the other sheets. */
  isOpenedFirst?: true;
  /** The order of the page, by a column's title. Without it, the rows are in the order of the workbook. */
  sort?: { by: string; descending: boolean };
  rows: RowBatches;
  /** How many rows are expected, for the progress. */
  total: number;
}

/** A report's workbook. */
export interface ReportWorkbook {
  /** Of any length. They are written one after the other. */
  sheets: readonly [ReportSheet, ...ReportSheet[]];
  /** What a reader must know, one fact each. They are a sheet of their own. */
  notes?: readonly string[];
  /** The result in a sentence, called after the rows were written: "412 bundles in 388 orders." */
  summarize(): string;
  /** The result in numbers, called after the rows were written. The page compares them with those of the report before. */
  figures?(): readonly ReportFigure[];
  /** What else becomes true with the report. It is committed together with the file and the emails. */
  alsoIn?(tx: ShopTransaction): Promise<void>;
}

/** A report as its module declares it. */
export interface ReportDeclaration<Options> {
  /** The name of its function, as it is stored: "bundleReport". */
  name: string;
  /** "Bundle report" */
  title: string;
  flag: Flag;
  /** Its page, which the email links to: "/bundleReport". */
  path: string;
  /** The zone of its days, or null for a report without dates. Neither date can be after today, apart from a `dateTo` that isn't capped. */
  days: { zone: "shop" | "UTC"; isToCapped: boolean } | null;
  /** What is chosen besides the dates. */
  options: ZodType<Options>;
  /** The options in words, "" for none: "Bundle Report, Component Report". */
  describeOptions(options: Options): string;
  /** @param period null for a report without dates */
  build(
    request: { period: ReportPeriod | null; options: Options },
    context: ReportContext,
  ): Promise<ReportWorkbook>;
}
