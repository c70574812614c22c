import type { ListDeclaration } from "~/platform/list";

/**
 * What a cell of a report is, if it is more than text or a number. `moment` is a date, or a date and a time, as sheets write it;
 * `money` is in whole units of the shop's currency. The others lead to the order, product or customer with this name, SKU, handle or
 * number. A customer is shown by name.
 */
export const COLUMN_KINDS = ["order", "sku", "handle", "customer", "money", "moment"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** The rows of a sheet that the page can show: its first ones. The workbook has all of them. */
export const MAX_KEPT_ROWS = 10_000;

/** How long the text of a cell may be that rows are filtered by. */
export const MAX_FILTER_LENGTH = 500;

/** The number of a column, from 0, by its key in the list. */
export const columnNumber = (key: string): number => Number(key.slice(1));

interface SheetColumns {
  columns: readonly { title: string; kind?: ColumnKind }[];
  sort?: { by: string; descending: boolean };
}

/** A sheet of a report as a list. The order of the workbook is an order without a column. */
export function listOfSheet({ columns, sort }: SheetColumns): ListDeclaration {
  const by = columns.findIndex(({ title }) => title === sort?.by);
  return {
    name: "report rows",
    columns: columns.map(({ title }, index) => ({
      key: `c${index}`,
      title,
      sortable: true,
      narrow: index === 0 ? "title" : undefined,
    })),
    defaultSort: by < 0 ? "" : `c${by} ${sort?.descending ? "desc" : "asc"}`,
    search: { maxLength: 100, hint: "Search in all columns" },
    pageSize: 25,
    density: "compact",
  };
}
