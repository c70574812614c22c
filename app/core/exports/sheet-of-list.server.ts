import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AnyList, AnyListOf, ListFilter } from "~/core/lists/define-list.server";
import { answered, type Field } from "~/core/lists/define-row.server";
import { type ListQuery, withFilter } from "~/core/lists/list-query.server";
import { systemClock } from "~/platform/clock";
import { type CellValue, fileTimestamp } from "~/platform/sheets/spreadsheet";
import type { ExportFilter, ListExport } from "./list-export.server";

type Filter = Readonly<Record<string, unknown>>;

/** One for each list, which jobs and modules compare. */
const sheets = new WeakMap<AnyList, ListExport>();

/** The spreadsheet of a list that declares one. */
export function sheetOf(list: AnyList): ListExport {
  const sheet = sheets.get(list) ?? createSheet(list);
  sheets.set(list, sheet);
  return sheet;
}

function createSheet(list: AnyList): ListExport {
  if (!list.sheet) throw new Error(`The list "${list.name}" declares no sheet.`);
  const { title, for: flag, tabs } = list.sheet;
  const filters = Object.entries<ListFilter>(list.narrowing);
  return defineSheet<Filter, Filter>(
    { ...list, query: list.query as ListQuery<Filter> },
    {
      name: list.name,
      flag,
      tabs,
      pick: ({ shop, request: { filter, searchValue } }) => ({
        ...filter,
        search: searchValue,
        reader: { shop, clock: systemClock },
      }),
      // Strict: a filter that was stored under another name must not widen the export.
      filter: z.strictObject(list.filters),
      filterLines: ({ filter }) =>
        filters.flatMap(([name, { line }]) => {
          const value = filter[name];
          return (value !== undefined && line?.(value as never)) || [];
        }),
      title: () => title,
      fileName: (_part, now) => `${title.replaceAll(" ", "_")}_${fileTimestamp(now)}`,
    },
  );
}

interface Sheet<Picked, F> extends Omit<ListExport<unknown, F>, "kind" | "columns" | "query" | "select"> {
  /** Which rows of the list a request has. */
  pick(filter: ExportFilter<F>): Picked;
  /** The fields in the order of the columns, where it isn't that of the row. Others are behind them. */
  order?: readonly string[];
}

/** A list, or such fields of a query's rows that no page lists. */
interface SheetRows<Picked> extends Pick<AnyListOf, "fields">, Partial<Pick<AnyListOf, "name">> {
  query: ListQuery<Picked>;
}

/** Declares a spreadsheet of a list's columns. Name it under `declares` of its module. */
export function defineSheet<Picked, F>(
  list: SheetRows<Picked>,
  { pick, order = [], ...declared }: Sheet<Picked, F>,
): ListExport {
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const columns = Object.entries<Field>(list.fields)
    .flatMap(([name, { read, shown }]) => {
      if (shown?.width === undefined) return [];
      const { title, sheetTitle = title, width, sheets, sheetRead = read, sheet } = shown;
      return sheets && !sheets.includes(list.name ?? "")
        ? []
        : [{ name, title: sheetTitle, width, read: sheetRead, sheet }];
    })
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name));
  const sheet: ListExport<Filter, F> = {
    kind: "export",
    ...declared,
    columns: columns.map(({ name, title, width, sheet }) => ({
      title,
      width,
      value(record, currency) {
        const value = answered(record[name]);
        return (sheet ? sheet(value as never, currency) : (value ?? "")) as CellValue;
      },
    })),
    query: withFilter(list.query, pick),
    select: (shop) =>
      sql.join(
        columns.map(
          ({ name, read }) =>
            sql`${typeof read === "function" ? read(shop) : read} AS ${sql.identifier(name)}`,
        ),
        sql`, `,
      ),
  };
  return sheet as ListExport;
}
