import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { Flag } from "~/platform/auth/permission";
import type { ListColumn, ListDeclaration } from "~/platform/list";
import { defineRow, type Field, type Fields, type Row } from "./define-row.server";
import type { ListQuery, SortExpression } from "./list-query.server";

/** What narrows a list besides its search. */
export interface ListFilter<T extends z.ZodType = z.ZodType> {
  /** What it answers it also takes: a job stores the filter and reads it again. */
  as: T;
  where(value: never): SQL | undefined;
  line?(value: never): string | undefined;
}

/**
 * A filter, as addresses, calls and exports have it.
 * @param line how the spreadsheet's header names it
 */
export const filter = <T extends z.ZodType>(
  as: T,
  declared: {
    where(value: NonNullable<z.output<T>>): SQL | undefined;
    line?(value: NonNullable<z.output<T>>): string | undefined;
  },
): ListFilter<T> => ({ as, ...declared });

type Filters = Readonly<Record<string, ListFilter>>;

/** The order of a list, as calls take it. */
const listSort = z.string().max(40).optional();

type FilterShape<F extends Filters> = { -readonly [K in keyof F]: F[K]["as"] };

/** A row as calls answer it. */
export type RowOf<L extends { row: z.ZodType }> = z.output<L["row"]>;
/** What narrows a list besides its search. */
export type FilterOf<F extends Filters> = z.output<z.ZodObject<FilterShape<F>>>;

/** The columns whose value isn't plain text or a number: each needs a cell. */
type KeysWithCell<R extends Fields> = {
  [K in keyof R & string]: R[K] extends Field<infer T, infer Key>
    ? Key extends string
      ? z.output<T> extends string | number | null
        ? never
        : Key extends ""
          ? K
          : Key
      : never
    : never;
}[keyof R & string];

interface Declared<R extends Fields, F extends Filters> {
  /** Stable: saved views, refreshes and exports refer to it. */
  name: string;
  /** A table, a view, or a fragment that another module exports, with its joins. */
  from: SQL;
  /** Unique in a shop: it breaks the ties of every order. */
  id: SortExpression;
  /** What a row is, in the order of its columns. */
  row: R;
  /** Which rows the list has, for the one who reads it. */
  where: SQL | ((reader: CallContext) => SQL | undefined);
  /** Orders that no column offers, by their key. */
  orders?: Readonly<Record<string, SortExpression | "id">>;
  filters: F;
  search: ListDeclaration["search"] & { where(text: string): SQL | undefined };
  defaultSort: string;
  pageSize: number;
  density?: ListDeclaration["density"];
  /** How far the rows are counted, and where, if that is faster without the joins. Pages by number end there. By default, they aren't. */
  count?: { upTo: number; from?: SQL };
  /** The spreadsheet of the list, with this title, for those with this flag. */
  sheet?: { title: string; for: Flag };
}

/** A list: its calls, its page, its saved views and its spreadsheet derive from it. */
export interface List<R extends Fields, F extends Filters> extends AnyList {
  declaration: ListDeclaration<KeysWithCell<R>>;
  row: Row<R>["schema"];
  filters: FilterShape<F>;
  /** Fields for the input of a call: the filters, the search and the order. */
  input: FilterShape<F> & { search: z.ZodDefault<z.ZodString>; sort: typeof listSort };
  query: ListQuery<FilterOf<F> & { search: string; reader?: CallContext }>;
  /** The filter of a page's address. A value that isn't valid doesn't narrow. */
  filterIn(parameters: URLSearchParams): FilterOf<F>;
}

/** Any list. */
export interface AnyList extends ListDeclaration {
  kind: "list";
  /** What a page needs of it. The type names only the columns that need a cell. */
  declaration: ListDeclaration;
  /** A row as calls answer it. */
  row: z.ZodObject;
  /** The schemas of its filters. */
  filters: Readonly<Record<string, z.ZodType>>;
  query: ListQuery<never>;
  select: SQL;
  /** Undefined for a list that isn't counted. */
  countedUpTo: number | undefined;
  /** Its rows, and so its statement, depend on who reads it. */
  isPersonal: boolean;
  rowOf(record: object, reader: CallContext): object;
  fields: Fields;
  narrowing: Filters;
  /** `core/exports` makes the spreadsheet. */
  sheet?: { title: string; for: Flag };
}

/** What a list's rows are picked by. */
export type Picked<L extends AnyList> = { search: string } & z.output<z.ZodObject<L["filters"]>>;

/** Declares a list. Name it under `declares` of its module. */
export function defineList<const R extends Fields, const F extends Filters>(
  declared: Declared<R, F>,
): List<R, F> {
  const { name, from, id, where, orders, defaultSort, pageSize, density, count } = declared;
  const fields = Object.entries<Field>(declared.row);
  const filters = Object.entries<ListFilter>(declared.filters);
  const keyOf = (fieldName: string, { shown }: Field) => shown?.key ?? fieldName;
  const filterShape = Object.fromEntries(filters.map(([key, { as }]) => [key, as])) as FilterShape<F>;
  const columns = fields.flatMap(([fieldName, one]): ListColumn[] => {
    if (!one.shown) return [];
    const { key: _key, sort, width: _width, sheet: _sheet, ...shown } = one.shown;
    return [{ key: keyOf(fieldName, one), field: fieldName, ...shown, ...(sort && { sortable: true }) }];
  });
  type Filter = FilterOf<F> & { search: string; reader?: CallContext };
  const conditions = ({ search, reader, ...filter }: Filter) => [
    typeof where === "function" ? where(reader as CallContext) : where,
    ...filters.map(([key, { where: narrow }]) => {
      const value = (filter as Record<string, unknown>)[key];
      return value === undefined ? undefined : narrow(value as never);
    }),
    search.trim() ? declared.search.where(search.trim()) : undefined,
  ];
  const query: ListQuery<Filter> = {
    from,
    id,
    sorts: {
      ...orders,
      ...Object.fromEntries(
        fields.flatMap(([fieldName, one]) =>
          one.shown?.sort ? [[keyOf(fieldName, one), one.shown.sort]] : [],
        ),
      ),
    },
    conditions,
    total: count && (() => ({ kind: "counted", upTo: count.upTo, from: count.from })),
  };
  const { schema: row, select, of: rowOf } = defineRow(declared.row);
  const { where: _where, ...search } = declared.search;
  const declaration = { kind: "list", name, columns, defaultSort, search, pageSize, density } as const;
  return {
    ...declaration,
    declaration: declaration as ListDeclaration as ListDeclaration<KeysWithCell<R>>,
    row,
    filters: filterShape,
    input: {
      search: z
        .string()
        .trim()
        .max(search.maxLength, `must be at most ${search.maxLength} characters`)
        .default(""),
      ...filterShape,
      sort: listSort,
    },
    query,
    select,
    countedUpTo: count?.upTo,
    isPersonal: typeof where === "function",
    filterIn: (parameters) =>
      Object.fromEntries(
        filters.flatMap(([key, { as }]) => {
          const read = as.safeParse(parameters.get(key) ?? undefined);
          const value = read.success ? read.data : as.safeParse(undefined).data;
          return value === undefined ? [] : [[key, value]];
        }),
      ) as FilterOf<F>,
    rowOf,
    fields: declared.row,
    narrowing: declared.filters,
    sheet: declared.sheet,
  };
}
