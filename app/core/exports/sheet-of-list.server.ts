import { z } from "zod";
import type { AnyList, ListFilter } from "~/core/lists/define-list.server";
import { answered, type Field } from "~/core/lists/define-row.server";
import { type ListQuery, withFilter } from "~/core/lists/list-query.server";
import { fileTimestamp } from "~/platform/sheets/file-name";
import type { CellValue } from "~/platform/sheets/spreadsheet";
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
  const { title, for: flag } = list.sheet;
  const fields = Object.entries<Field>(list.fields);
  const filters = Object.entries<ListFilter>(list.narrowing);
  const declared: ListExport<Filter, Filter> = {
    kind: "export",
    name: list.name,
    flag,
    columns: fields.flatMap(([name, { shown }]) => {
      if (shown?.width === undefined) return [];
      const { width, sheet } = shown;
      const cellOf = (record: Filter) => {
        const value = answered(record[name]);
        return (sheet ? sheet(value as never) : (value ?? "")) as CellValue;
      };
      return [{ title: shown.title, width, value: cellOf }];
    }),
    source: {
      query: withFilter(
        list.query as ListQuery<Filter>,
        ({ request: { filter, searchValue } }: ExportFilter<Filter>) => ({ ...filter, search: searchValue }),
      ),
      columns: list.select,
    },
    // Strict: a filter that was stored under another name must not widen the export.
    filter: z.strictObject(list.filters),
    filterLines: ({ filter }) =>
      filters.flatMap(([name, { line }]) => {
        const value = filter[name];
        return (value !== undefined && line?.(value as never)) || [];
      }),
    title: () => title,
    fileName: (_part, now) => `${title.replaceAll(" ", "_")}_${fileTimestamp(now)}`,
  };
  return declared as ListExport;
}
