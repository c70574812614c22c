import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { ListQuery } from "~/core/lists/list-query.server";
import type { MailText } from "~/core/mail/mail-text";
import type { Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { conflict } from "~/platform/errors";
import type { CellValue } from "~/platform/sheets/spreadsheet";

/** What is exported: the rows that a list shows. */
export interface ExportRequest<Filter = unknown> {
  /** The part of the list, such as a tab. Empty means all of it. */
  part: string;
  searchType: "Email" | "Date";
  searchValue: string;
  /** `"<column> asc|desc"`. */
  sort?: string;
  /** What narrows the list besides its search. */
  filter: Filter;
}

export interface ExportColumn<Row> {
  title: string;
  /** In characters. */
  width: number;
  /** @param currency the shop's */
  value(row: Row, currency: string): CellValue;
}

/** Which rows of which shop an export has. */
export interface ExportFilter<Filter = unknown> {
  shop: Shop;
  request: ExportRequest<Filter>;
}

/** A spreadsheet of a list, which `defineSheet` makes. The calls, the browser's file and the job's file derive from it. */
export interface ListExport<Row = unknown, Filter = unknown> {
  kind: "export";
  /** As jobs store it. */
  name: string;
  flag: Flag;
  /** The tabs of the function that show the list. Without them, it is closed to administrators with a tab limit on the function. */
  tabs?: readonly string[];
  columns: readonly ExportColumn<Row>[];
  /** Which rows there are: those of the list that it is an export of. */
  query: ListQuery<ExportFilter<Filter>>;
  /** What is read of a row. */
  select(shop: Shop): SQL;
  /** Reads a stored filter. A job that lost its filter must fail. It must not export the whole list. */
  filter: z.ZodType<Filter>;
  /** What narrows the list besides its search, one line each. */
  filterLines?(request: ExportRequest<Filter>, currency: string): string[];
  title(part: string): string;
  /** Without the ending. */
  fileName(part: string, now: Date): string;
  /**
   * Sends the file to the administrator who requested it, and to the recipients that they entered. Without it, the file is only on the
   * Jobs page. `path` is the list's page, which downloads the file that its address names.
   */
  mail?: { text: MailText<"name" | "count" | "where">; path: string };
}

/** All declared exports by name. */
export type ListExports = ReadonlyMap<string, ListExport>;

/** The filter of a list that has nothing but a search. */
export const NO_FILTER = z.strictObject({});

/**
 * The search of a stored export. Erasing a person's data deletes a search for them. Without it, the job would export the whole list.
 * @throws 409 when it was erased
 */
export function requireSearch(stored: string | undefined): string {
  if (stored === undefined)
    throw conflict("The search of this export was erased with a person's data. Export again.");
  return stored;
}

const text = z.string();

/** The rows of a spreadsheet, and its header. */
export const exported = z.object({
  /** Each row by its columns' titles, in their order. */
  data: z.array(z.record(text, z.union([text, z.number()]))),
  /** With its ending. */
  fileName: text,
  frame: z.object({
    name: text,
    columns: z.array(z.object({ title: text, width: z.number() })).readonly(),
    report: z.object({ title: text, lines: z.array(text).readonly() }),
  }),
});
export type Exported = z.infer<typeof exported>;

/** The order of the rows, as the list's own. */
export const exportSort = text.max(40).optional();
export const operationId = text.min(8).max(100).optional();
