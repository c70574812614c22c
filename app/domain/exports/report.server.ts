import type { CustomerSearch } from "~/domain/customers/selection.server";
import type { InvitationState } from "~/domain/invitations/states";
import type { KeptTransactionFilter } from "~/domain/ledger/transaction-filter";
import type { Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";

/** What is exported: what a list shows. */
export interface ReportRequest extends CustomerSearch {
  /** The status of a registration, the partner, or the tab of a list of invitations; nothing means all. */
  part: string;
  /** `"<column> asc|desc"`. */
  sort?: string;
  /** Of invitations: only those in this state. */
  state?: InvitationState;
  /** Of the ledger: only what matches. */
  transactions?: KeptTransactionFilter;
}

export interface ReportColumn<Row> {
  title: string;
  /** In characters. */
  width: number;
  value(row: Row): CellValue;
}

/** Where a report's rows stand, and how they are read: with the condition and the order of the list that it is a report of. */
export interface ReportSource<Row> {
  /** A view of the shop's rows, or what stands for one in a FROM. */
  from: string;
  idType: "bigint" | "uuid";
  /** What is read of a row beside `created_day`: SQL, with its `id`. */
  columns: string;
  /** The column of the day that `created_day` is, in the shop's time zone and as MM/DD/YYYY. */
  createdAt: string;
  /** @throws 400 for a day that is none */
  select(
    shop: Shop,
    request: ReportRequest,
  ): { values: unknown[]; bind(value: unknown): string; where: string };
  /** @throws 400 for a column that the list is not ordered by */
  orderBy(key: string): { expression: string; type: string };
  /** Never called: it ties the columns to the rows. */
  row?: Row;
}

/** A spreadsheet of a list: one declaration from which the calls, the browser's file and the job's file come. */
export interface Report<Row = unknown> {
  flag: Flag;
  columns: readonly ReportColumn<Row>[];
  source: ReportSource<Row>;
  title(part: string): string;
  /** Without the ending. */
  fileName(part: string, now: Date): string;
}
