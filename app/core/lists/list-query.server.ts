import { and, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryConfig, QueryResultRow } from "pg";
import { readRows } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { assertSort, type ListDeclaration, type ListResult } from "~/platform/list";
import { keyset, type Position } from "./keyset.server";
import type { PageRequest } from "./keyset-page";

/** What rows are ordered by. Give it an index, or keep the list short. */
export interface SortExpression {
  by: SQL;
  /** The type that a cursor's value is compared as. */
  type: "bigint" | "date" | "integer" | "text" | "timestamptz" | "uuid";
  /** It may be null: last in ascending order, first in descending order. */
  isNullable?: true;
}

/** An order of a list: the key of a column, and the direction. */
export interface SortOrder {
  key: string;
  descending: boolean;
}

/**
 * How a list knows its total: counted with the rows, as far as `upTo`, or read from a stored count. `along` is the order of an index
 * that is enough to count rows: PostgreSQL would read the table, and a large one not from its memory.
 */
export type Total =
  | {
      kind: "counted";
      upTo?: number;
      along?: SQL;
      /** Where the rows are counted, if that is faster without joins that neither add nor remove one. */
      from?: SQL;
    }
  | { kind: "stored"; count: SQL };

/** The server side of a list, declared once. Its pages, its total and its export use the same conditions and orders. */
export interface ListQuery<Filter> {
  /** A table, a view, or a fragment that another module exports, with its joins. */
  from: SQL | ((filter: Filter) => SQL);
  /** Unique in a shop: it breaks the ties of every order. */
  id: SortExpression;
  /** The orders that the list allows, by column key. `"id"` is the order of the id alone. */
  sorts: Readonly<Record<string, SortExpression | "id">>;
  /** What picks the rows, the shop included. */
  conditions(filter: Filter): readonly (SQL | undefined)[];
  /** Without it, pages have no total. */
  total?(filter: Filter): Total;
}

/** Declares the server side of a list. */
export const defineListQuery = <Filter>(query: ListQuery<Filter>): ListQuery<Filter> => query;

/** A list for other filters than its own: an export's, or another module's. */
export const withFilter = <Filter, Other>(
  query: ListQuery<Filter>,
  filterOf: (other: Other) => Filter,
): ListQuery<Other> => ({
  id: query.id,
  sorts: query.sorts,
  from: (other) => fromOf(query, filterOf(other)),
  conditions: (other) => query.conditions(filterOf(other)),
  total: query.total && ((other) => query.total?.(filterOf(other)) ?? { kind: "counted" }),
});

/** The parts of a statement that reads rows of a list, in one order from one position on. */
export interface RowSelection {
  where: SQL;
  orderBy: SQL;
  /** A row's position in the order; select it as `position`. */
  position: SQL<Position>;
  limit: number;
}

/** The parts of a statement that reads a page. */
export interface PageSelection extends RowSelection {
  /** Select it as `total`, in a list that has one. It is null where the page needs none. */
  total: SQL<string | null>;
}

/** The parts of a statement that reads a page backwards or forwards from a cursor. */
export interface KeysetSelection extends PageSelection {
  /**
   * Equal for pages whose statements differ in their values only: a name for a prepared statement, whose limit is `inText`. PostgreSQL
   * distinguishes names by their first 63 characters.
   */
  statementName: string;
}

/** The parts of a statement that reads a page by its number. */
export interface NumberedSelection extends Omit<PageSelection, "position"> {
  offset: number;
}

/** A row as a page's statement answers it. */
interface PagedRow {
  position: Position;
  total?: string | number | null;
}

/** Reads an order of a list; its default without one. @throws 400 for one that the list doesn't offer */
export function readOrder(list: ListDeclaration, sort: string = list.defaultSort): SortOrder {
  if (sort !== list.defaultSort) return assertSort(sort, list);
  const [key = "", direction] = sort.split(" ");
  return { key, descending: direction === "desc" };
}

/** Where a list's rows are. */
export const fromOf = <Filter>({ from }: Pick<ListQuery<Filter>, "from">, filter: Filter): SQL =>
  typeof from === "function" ? from(filter) : from;

/** The condition that picks a list's rows. */
export const whereOf = <Filter>(query: Pick<ListQuery<Filter>, "conditions">, filter: Filter): SQL =>
  and(...query.conditions(filter)) ?? sql`true`;

/** An order as SQL; ties are broken by id. @throws 400 for a key that the list isn't sorted by */
export function orderByOf<Filter>(query: ListQuery<Filter>, { key, descending }: SortOrder): SQL {
  const direction = sql.raw(descending ? " DESC" : " ASC");
  return sql.join(
    expressionsOf(query, key).map(({ by }) => sql`${by}${direction}`),
    sql`, `,
  );
}

/** The parts of a statement that reads rows of a list. @param after the row before them; null for the first rows */
export function selectRows<Filter>(
  query: ListQuery<Filter>,
  filter: Filter,
  { order, after, limit }: { order: SortOrder; after: Position | null; limit: number },
): RowSelection {
  const where = whereOf(query, filter);
  const texts = expressionsOf(query, order.key).map(({ by }) => sql`(${by})::text`);
  return {
    where: after ? sql`${where} AND ${isAfter(query, order, after)}` : where,
    orderBy: orderByOf(query, order),
    position: sql`ARRAY[${sql.join(texts, sql`, `)}]`,
    limit,
  };
}

/**
 * A page of a list by keyset: one statement for its rows and its total.
 * @param options.scope what narrows the list, its shop included: a cursor of another scope is refused
 * @param read runs the statement that selects the list's columns by the selection's parts
 * @throws 400 for an order that the list doesn't offer, or a cursor that isn't this list's
 */
export async function readKeysetPage<Filter, Found extends PagedRow>(
  query: ListQuery<Filter>,
  options: {
    list: ListDeclaration;
    filter: Filter;
    scope: readonly unknown[];
    request: PageRequest & { sort?: string; pageSize?: number };
  },
  read: (selection: KeysetSelection) => PromiseLike<readonly Found[]>,
): Promise<ListResult<Found>> {
  const { list, filter, scope, request } = options;
  const { key, descending } = readOrder(list, request.sort);
  const paging = keyset(request, {
    scope: [list.name, key, descending, ...scope],
    descending,
    pageSize: request.pageSize ?? list.pageSize,
  });
  const { after, backwards, limit } = paging;
  const order = { key, descending: paging.descending };
  const total = after ? undefined : query.total?.(filter);
  const rows = await read({
    ...selectRows(query, filter, { order, after, limit }),
    total: totalOf(query, filter, total),
    statementName: `${list.name}:${key}:${descending ? "desc" : "asc"}:${placeName(after, backwards)}:${limit}`,
  });
  const count = Number(rows[0]?.total ?? 0);
  return paging.page(rows, ({ position }) => position, total && { count, exact: isExact(total, count) });
}

function placeName(after: Position | null, backwards: boolean): string {
  if (after) return backwards ? "previous" : "next";
  return backwards ? "last" : "first";
}

/**
 * A page of a list by its number, from 1, with how many rows there are on all pages: one statement for both, except behind the
 * last page.
 * @param read runs the statement that selects the list's columns by the selection's parts
 * @throws 400 for an order that the list isn't sorted by
 */
export async function readNumberedPage<Filter, Found extends { total: string | number | null }>(
  tx: ShopTransaction,
  query: ListQuery<Filter>,
  options: { filter: Filter; order: SortOrder; page: number; pageSize: number },
  read: (selection: NumberedSelection) => PromiseLike<readonly Found[]>,
): Promise<{ rows: readonly Found[]; total: number }> {
  const { filter, order, page, pageSize } = options;
  const total = totalOf(query, filter, query.total?.(filter) ?? { kind: "counted" });
  const rows = await read({
    where: whereOf(query, filter),
    orderBy: orderByOf(query, order),
    total,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  if (rows[0] || page === 1) return { rows, total: Number(rows[0]?.total ?? 0) };
  return { rows, total: await readTotal(tx, query, filter) };
}

/** How many rows a list has on all pages, as its pages count them. */
export async function readTotal<Filter>(
  tx: ShopTransaction,
  query: ListQuery<Filter>,
  filter: Filter,
): Promise<number> {
  const total = totalOf(query, filter, query.total?.(filter) ?? { kind: "counted" });
  const [counted] = await queryRows<{ total: string }>(tx, sql`SELECT ${total} AS total`);
  return Number(counted?.total ?? 0);
}

/** A row's place in a list. */
export interface Place {
  /** From 1. Null when the list doesn't have the row, or no longer, and when it is further down than anyone counts. */
  position: number | null;
  total: { count: number; exact: boolean };
  /** The id of the row behind it in the list's order, also when the list no longer has the row itself. */
  nextId: string | null;
  /** The id of the row before it, likewise. */
  previousId: string | null;
}

/** A place further down isn't counted. */
const PLACE_UP_TO = 10_000;

/**
 * Finds a row's place in a list. A row that has just left the list still has a next one: staff continue where they were.
 * @param row picks the row among all rows, whether or not the filter picks it
 * @returns null for an unknown row
 * @throws 400 for an order that the list doesn't offer
 */
export async function readPlace<Filter>(
  tx: ShopTransaction,
  query: ListQuery<Filter>,
  filter: Filter,
  { order, row }: { order: SortOrder; row: SQL },
): Promise<Place | null> {
  const from = fromOf(query, filter);
  const { position } = selectRows(query, filter, { order, after: null, limit: 1 });
  const [found] = await queryRows<{ position: Position; isListed: boolean }>(
    tx,
    sql`SELECT ${position} AS position, (${whereOf(query, filter)}) AS "isListed" FROM ${from} WHERE ${row}`,
  );
  if (!found) return null;
  const behind = selectRows(query, filter, { order, after: found.position, limit: 1 });
  const reversed = { ...order, descending: !order.descending };
  const before = selectRows(query, filter, { order: reversed, after: found.position, limit: PLACE_UP_TO });
  const total = query.total?.(filter) ?? { kind: "counted" };
  const counted: Total = total.kind === "counted" ? { kind: "counted", upTo: PLACE_UP_TO } : total;
  const firstOf = ({ where, orderBy }: RowSelection) =>
    sql`(SELECT ${query.id.by}::text FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT 1)`;
  const [place] = await queryRows<
    Pick<Place, "nextId" | "previousId"> & { before: string; total: string | null }
  >(
    tx,
    sql`SELECT ${firstOf(behind)} AS "nextId", ${firstOf(before)} AS "previousId",
               (SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${before.where} LIMIT ${before.limit}) AS counted) AS before,
               ${totalOf(query, filter, counted)} AS total`,
  );
  const ahead = Number(place?.before ?? 0);
  const count = Number(place?.total ?? 0);
  return {
    position: found.isListed && ahead < PLACE_UP_TO ? ahead + 1 : null,
    total: { count, exact: isExact(counted, count) },
    nextId: place?.nextId ?? null,
    previousId: place?.previousId ?? null,
  };
}

/** How many rows of a list a filter picks. */
export async function countRows<Filter>(
  tx: ShopTransaction,
  query: ListQuery<Filter>,
  filter: Filter,
): Promise<number> {
  const statement = sql`SELECT count(*) AS count FROM ${fromOf(query, filter)} WHERE ${whereOf(query, filter)}`;
  const [counted] = await queryRows<{ count: string }>(tx, statement);
  return Number(counted?.count ?? 0);
}

/** A number in the text of a prepared statement, which is planned for it then. */
export const inText = (value: number): SQL => sql.raw(String(value));

const dialect = new PgDialect();

/** Runs a statement. @param name prepares it: only where the plan doesn't depend on its values */
export async function queryRows<Row>(tx: ShopTransaction, statement: SQL, name?: string): Promise<Row[]> {
  const { rows } = await tx.$client.query(preparedOf(statement, name));
  return rows;
}

/** Reads a shop's rows with one statement, in a transaction of its own. @param name as of `queryRows` */
export const queryShop = <Row extends QueryResultRow>(
  shop: string,
  statement: SQL,
  name?: string,
): Promise<Row[]> => readRows(shop, preparedOf(statement, name));

function preparedOf(statement: SQL, name: string | undefined): QueryConfig {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { name, text, values: params };
}

/** A page with other rows. */
export const mapPage = <Found, Row>(
  page: ListResult<Found>,
  rowOf: (found: Found) => Row,
): ListResult<Row> => ({ ...page, rows: page.rows.map(rowOf) });

function expressionsOf<Filter>({ sorts, id }: ListQuery<Filter>, key: string): SortExpression[] {
  const sort = Object.hasOwn(sorts, key) ? sorts[key] : undefined;
  if (!sort) throw badRequest(`The list can't be sorted by "${key}".`);
  return sort === "id" ? [id] : [sort, id];
}

/** Where the list continues behind a row. A comparison of rows is what an index of the order can answer. */
function isAfter<Filter>(query: ListQuery<Filter>, { key, descending }: SortOrder, after: Position): SQL {
  const expressions = expressionsOf(query, key);
  const [first] = expressions;
  const behind = sql.raw(descending ? "<" : ">");
  const compare = (parts: readonly SortExpression[], values: Position) => {
    const cast = parts.map(({ type }, index) => sql`${values[index]}::${sql.raw(type)}`);
    const sides = [parts.map(({ by }) => by), cast].map((side) => sql`(${sql.join(side, sql`, `)})`);
    return sql`${sides[0]} ${behind} ${sides[1]}`;
  };
  if (!first?.isNullable) return compare(expressions, after);
  if (after[0] !== null) {
    const isBehind = compare(expressions, after);
    return descending ? isBehind : sql`(${isBehind} OR ${first.by} IS NULL)`;
  }
  const isBehindNull = sql`(${first.by} IS NULL AND ${compare(expressions.slice(1), after.slice(1))})`;
  return descending ? sql`(${isBehindNull} OR ${first.by} IS NOT NULL)` : isBehindNull;
}

function totalOf<Filter>(
  query: ListQuery<Filter>,
  filter: Filter,
  total: Total | undefined,
): SQL<string | null> {
  if (!total) return sql`NULL::bigint`;
  if (total.kind === "stored") return sql`(${total.count})`;
  const rows = sql`FROM ${total.from ?? fromOf(query, filter)} WHERE ${whereOf(query, filter)}`;
  if (total.upTo === undefined) return sql`(SELECT count(*) ${rows})`;
  const ordered = total.along ? sql`${rows} ORDER BY ${total.along}` : rows;
  return sql`(SELECT count(*) FROM (SELECT 1 ${ordered} LIMIT ${inText(total.upTo)}) AS found)`;
}

const isExact = (total: Total, count: number): boolean =>
  total.kind === "stored" || total.upTo === undefined || count < total.upTo;
