import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { CallContext, Caller } from "~/core/context.server";
import type { Flag } from "~/platform/auth/permission";
import type { ListColumn, ListDeclaration } from "~/platform/list";
import { defineRow, type Field, type Fields, type Row } from "./define-row.server";
import type { ListQuery, SortExpression } from "./list-query.server";

/** The shop whose days a filter or a search means, and which day is today. */
export type ListReader = Pick<Caller, "shop" | "clock">;

/** What narrows a list besides its search. Without a default and not optional, it is what the list belongs to, such as a job. */
export interface ListFilter<T extends z.ZodType = z.ZodType> {
  /** What it answers it also takes: a job stores the filter and reads it again. */
  as: T;
  where(value: never, reader: ListReader): SQL | undefined;
  line?(value: never): string | undefined;
}

/**
 * A filter, as addresses, calls and exports have it.
 * @param line how the spreadsheet's header names it
 */
export const filter = <T extends z.ZodType>(
  as: T,
  declared: {
    where(value: NonNullable<z.output<T>>, reader: ListReader): SQL | undefined;
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

/** Not of a column that calls don't answer. */
type IsText<T> = [T] extends [never] ? false : [T] extends [string | number | null] ? true : false;

/** The columns whose value isn't plain text or a number: each needs a cell. */
type KeysWithCell<R extends Fields> = {
  [K in keyof R & string]: R[K] extends Field<infer T, infer Key>
    ? Key extends string
      ? IsText<z.output<T>> extends true
        ? never
        : Key extends ""
          ? K
          : Key
      : never
    : never;
}[keyof R & string];

interface Common<R extends Fields> {
  /** Stable: saved views, refreshes and exports refer to it. */
  name: string;
  /** What a row is, in the order of its columns. */
  row: R;
  defaultSort: string;
  pageSize: number;
  density?: ListDeclaration["density"];
  /** How few rows it has, such as "hundreds of codes": it needs no index for its orders. Without this, a test reads it with many rows. */
  few?: string;
}

interface Count<Filter> {
  /** Pages by number end there. */
  upTo?: number;
  /** Where they are counted, if that is faster without the joins. */
  from?: SQL;
  /** A stored count of the rows that a filter picks, where there is one. */
  stored?(filter: Filter): SQL | undefined;
}

interface Declared<R extends Fields, F extends Filters> extends Common<R> {
  /** A table, a view, or a fragment that another module exports, with its joins. */
  from: SQL;
  /** The alias of `from`, a single table or view. With it, a page by number reads the fields of its own rows only. */
  pageAs?: string;
  /** Unique in a shop: it breaks the ties of every order. */
  id: SortExpression;
  /** Which rows the list has, for the one who reads it. */
  where: SQL | ((reader: CallContext) => SQL | undefined);
  /** Orders that no column offers, by their key. */
  orders?: Readonly<Record<string, SortExpression | "id">>;
  filters: F;
  search:
    | (NonNullable<ListDeclaration["search"]> & { where(text: string, reader: ListReader): SQL | undefined })
    | null;
  /** How the rows are counted. Without it, pages by keyset have no total. */
  count?: Count<Picking<F>>;
  /** The spreadsheet of the list, with this title, for those with this flag, and with one of the tabs that show the list. */
  sheet?: { title: string; for: Flag; tabs?: readonly string[] };
}

/** A list whose rows are picked by a query that other lists share, or that narrows and counts in ways of its own. */
export interface ListOf<R extends Fields, Filter> extends AnyListOf {
  declaration: ListDeclaration<KeysWithCell<R>>;
  row: Row<R>["schema"];
  query: ListQuery<Filter>;
}

/** A list: its calls, its page, its saved views and its spreadsheet derive from it. */
export interface List<R extends Fields, F extends Filters> extends AnyList {
  declaration: ListDeclaration<KeysWithCell<R>>;
  row: Row<R>["schema"];
  filters: FilterShape<F>;
  /** Fields for the input of a call: the filters, the search and the order. */
  input: FilterShape<F> & { search: z.ZodDefault<z.ZodString>; sort: typeof listSort };
  query: ListQuery<Picking<F>>;
  /** The filter of a page's address. A value that isn't valid doesn't narrow. */
  filterIn(parameters: URLSearchParams): FilterOf<F>;
}

/** What a list's query is given. */
type Picking<F extends Filters> = ([keyof F] extends [never] ? unknown : FilterOf<F>) & {
  search?: string;
  reader: ListReader;
};

/** Any list with rows that it declares. */
export interface AnyListOf extends ListDeclaration {
  kind: "list";
  /** What a page needs of it. The type names only the columns that need a cell. */
  declaration: ListDeclaration;
  /** A row as calls answer it. */
  row: z.ZodObject;
  query: ListQuery<never>;
  select: SQL;
  rowOf(record: object, reader?: CallContext): object;
  fields: Fields;
  few?: string;
}

/** Any list that declares what picks its rows. */
export interface AnyList extends AnyListOf {
  /** The schemas of its filters. */
  filters: Readonly<Record<string, z.ZodType>>;
  /** Undefined for a list that isn't counted. */
  countedUpTo: number | undefined;
  pageAs: string | undefined;
  /** Its rows, and so its statement, depend on who reads it. */
  isPersonal: boolean;
  narrowing: Filters;
  /** `core/exports` makes the spreadsheet. */
  sheet?: { title: string; for: Flag; tabs?: readonly string[] };
}

/** What a list's rows are picked by. */
export type Picked<L extends AnyList> = { search?: string } & ([keyof L["filters"]] extends [never]
  ? unknown
  : z.output<z.ZodObject<L["filters"]>>);

/**
 * Declares a list of a query's rows. Its sortable columns add their orders to those of the query. Name it under `declares` of its
 * module.
 */
export function listOf<const R extends Fields, Filter>(
  query: ListQuery<Filter>,
  declared: Common<R> & Pick<ListDeclaration, "search">,
): ListOf<R, Filter> {
  const { name, defaultSort, pageSize, density, search } = declared;
  const shown = Object.entries<Field>(declared.row).flatMap(([fieldName, { shown }]) =>
    shown && (shown.pages?.includes(name) ?? true) ? [{ fieldName, key: shown.key ?? fieldName, shown }] : [],
  );
  const columns = shown.map(
    ({
      fieldName,
      key,
      shown: { title, hiddenTitle, format, align, zone, below, narrow, sort },
    }): ListColumn => ({
      key,
      field: fieldName,
      title,
      hiddenTitle,
      format,
      ...(sort && { sortable: true }),
      align,
      zone,
      below,
      narrow,
    }),
  );
  const orders = shown.flatMap(({ key, shown: { sort } }) => (sort ? [[key, sort] as const] : []));
  const { schema: row, select, of: rowOf } = defineRow(declared.row);
  const declaration = { kind: "list", name, columns, defaultSort, search, pageSize, density } as const;
  return {
    ...declaration,
    declaration: declaration as ListDeclaration as ListDeclaration<KeysWithCell<R>>,
    row,
    query: { ...query, sorts: { ...Object.fromEntries(orders), ...query.sorts } },
    select,
    rowOf,
    fields: declared.row,
    few: declared.few,
  };
}

/** What a page needs of a row: the fields of the list's columns, and some more. Calls may answer others, which pages don't carry. */
export const shownOf = <Row extends object, Key extends keyof Row>(
  { columns }: ListDeclaration,
  row: Row,
  more: readonly Key[],
): Row =>
  Object.fromEntries(
    [...columns.map(({ field }) => field as keyof Row), ...more].map((name) => [name, row[name]]),
  ) as Row;

/** Declares a list with all that picks its rows. Name it under `declares` of its module. */
export function defineList<const R extends Fields, const F extends Filters>(
  declared: Declared<R, F>,
): List<R, F> {
  const { from, id, where, orders, count } = declared;
  const filters = Object.entries<ListFilter>(declared.filters);
  const filterShape = Object.fromEntries(filters.map(([key, { as }]) => [key, as])) as FilterShape<F>;
  const conditions = ({ search = "", reader, ...filter }: Picking<F>) => [
    typeof where === "function" ? where(reader as CallContext) : where,
    ...filters.map(([key, { where: narrow }]) => {
      const value = (filter as object as Record<string, unknown>)[key];
      return value === undefined ? undefined : narrow(value as never, reader);
    }),
    search.trim() ? declared.search?.where(search.trim(), reader) : undefined,
  ];
  const query: ListQuery<Picking<F>> = {
    from,
    id,
    sorts: orders ?? {},
    conditions,
    total:
      count &&
      ((filter) => {
        const stored = count.stored?.(filter);
        return stored
          ? { kind: "stored", count: stored }
          : { kind: "counted", upTo: count.upTo, from: count.from };
      }),
  };
  const { where: _where, ...search } = declared.search ?? { where: undefined };
  const maxLength = declared.search?.maxLength ?? 0;
  return {
    ...listOf(query, { ...declared, search: declared.search && (search as typeof declared.search) }),
    filters: filterShape,
    input: {
      search: z.string().trim().max(maxLength, `must be at most ${maxLength} characters`).default(""),
      ...filterShape,
      sort: listSort,
    },
    countedUpTo: count?.upTo,
    pageAs: declared.pageAs,
    isPersonal: typeof where === "function",
    filterIn: (parameters) =>
      Object.fromEntries(
        filters.flatMap(([key, { as }]) => {
          const read = as.safeParse(parameters.get(key) ?? undefined);
          const value = read.success ? read.data : as.safeParse(undefined).data;
          return value === undefined ? [] : [[key, value]];
        }),
      ) as FilterOf<F>,
    narrowing: declared.filters,
    sheet: declared.sheet,
  };
}
