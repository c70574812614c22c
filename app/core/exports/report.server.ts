import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { ListQuery } from "~/core/lists/list-query.server";
import type { MailText } from "~/core/mail/mail-text";
import type { Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";

/** What is exported: the rows that a list shows. */
export interface ReportRequest<Filter = unknown> {
  /** The part of the list, such as a tab. Empty means all of it. */
  part: string;
  searchType: "Email" | "Date";
  searchValue: string;
  /** `"<column> asc|desc"`. */
  sort?: string;
  /** What narrows the list besides its search. */
  filter: Filter;
}

export interface ReportColumn<Row> {
  title: string;
  /** In characters. */
  width: number;
  /** @param currency the shop's */
  value(row: Row, currency: string): CellValue;
}

/** Which rows of which shop a report has. */
export interface ReportFilter<Filter = unknown> {
  shop: Shop;
  request: ReportRequest<Filter>;
}

/** Where a report's rows are: in the list that it is a report of. */
export interface ReportSource<Row, Filter = unknown> {
  query: ListQuery<ReportFilter<Filter>>;
  /** What is read of a row besides `created_day`. */
  columns: SQL;
  /** The column of the day that `created_day` is, in the shop's time zone and as MM/DD/YYYY. */
  createdAt: SQL;
  /** Never called: it ties the columns to the rows. */
  row?: Row;
}

/** A call under `/api` that exports a report: its key path under `exports`, and its input without the body. */
export interface ReportCall {
  path: readonly string[];
  input: { params?: object; query?: object };
}

/** A spreadsheet of a list. The calls, the browser's file and the job's file derive from one declaration. */
export interface Report<Row = unknown, Filter = unknown> {
  /** As jobs store it and as the button Export Excel posts it. */
  name: string;
  flag: Flag;
  columns: readonly ReportColumn<Row>[];
  source: ReportSource<Row, Filter>;
  /** Reads a stored filter. A job that lost its filter must fail. It must not export the whole list. */
  filter: z.ZodType<Filter>;
  /** What narrows the list besides its search, one line each. */
  filterLines?(request: ReportRequest<Filter>, currency: string): string[];
  title(part: string): string;
  /** Without the ending. */
  fileName(part: string, now: Date): string;
  /** Sends the file to the administrator who requested it. Without it, the file is only on the Jobs page. */
  mail?: MailText<"name" | "count" | "where">;
  /** For a list with the button Export Excel: the call that exports it. */
  callFor?(request: Pick<ReportRequest<Filter>, "part" | "sort" | "filter">): ReportCall;
}

/** All declared reports by name. */
export type Reports = ReadonlyMap<string, Report>;

/** Declares a report. Name it under `exports` of its module. */
export const defineExport = <Row, Filter>(report: Report<Row, Filter>): Report => report as Report;

/** The filter of a list that has nothing but a search. */
export const NO_FILTER = z.strictObject({});
