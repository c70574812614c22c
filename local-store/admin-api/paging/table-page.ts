import { isSearchBehind, LAGGING_TABLES } from "../../data/search-lag.ts";
import type { RequestContext } from "../context.ts";
import { badRequest, notImplemented } from "../errors.ts";
import { type SearchableFields, SqlValues, searchCondition } from "../search/search-condition.ts";
import { type Connection, connection, type PageArguments, pageSize } from "./connection.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { type Sort, sorts } from "./sorts.ts";

const MAX_ROW = 25_000;

export type SearchableTable = keyof typeof sorts;

export interface SearchArguments extends PageArguments {
  query?: string | null;
  sortKey?: string | null;
}

/** An additional condition for all rows, such as the id of the parent. */
export type Within = (sql: SqlValues) => string;

interface IndexRow {
  id: number;
  value: string;
}

/**
 * A page of a table, as in the Admin API's connections. Ids are read from the search index, which may lag, by keyset (sort value and
 * id), so that pages neither repeat nor skip rows while rows change. `hydrate` reads the current rows. Deleted rows are skipped.
 * `within` restricts the table to the rows of a parent. Throws beyond the 25,000th row.
 */
export async function tablePage<T extends { id: number }>(
  context: RequestContext,
  path: Array<string | number>,
  table: SearchableTable,
  searchable: SearchableFields,
  args: SearchArguments,
  hydrate: (ids: number[]) => Promise<T[]>,
  within: Within = () => "true",
): Promise<Connection<T>> {
  const { size, backward } = pageSize(args);
  const sortKey = args.sortKey ?? "ID";
  const sort = (sorts[table] as Record<string, Sort>)[sortKey];
  if (!sort) throw notImplemented(`the sort key ${sortKey} of ${table}`);
  const order = `${sortKey}${args.reverse ? ":reverse" : ""}`;
  const cursorText = backward ? args.before : args.after;
  const cursor = cursorText ? decodeCursor(cursorText, order) : null;
  // Shopify also accepts the opposite bound: `first` with `before`, and `last` with `after`.
  const boundText = backward ? args.after : args.before;
  const bound = boundText ? decodeCursor(boundText, order) : null;
  if (!backward && (cursor?.rank ?? 0) >= MAX_ROW) {
    throw badRequest("Pagination is limited to 25,000 objects. Filter the query to narrow the results.");
  }

  const sql = new SqlValues();
  const source = await searchSource(context, table, sql);
  const condition = searchCondition(args.query, searchable, sql, context.shop);
  if (condition.warnings.length > 0) {
    context.searches.push({ path, query: args.query ?? "", warnings: condition.warnings });
  }
  const ascending = backward === Boolean(args.reverse);
  const [ahead, behind] = ascending ? [">", "<"] : ["<", ">"];
  const wheres = [within(sql), condition.sql];
  if (cursor) wheres.push(keyset(sort, ahead, sql, cursor));
  if (bound) wheres.push(keyset(sort, behind, sql, bound));
  const direction = ascending ? "ASC" : "DESC";
  const { rows } = await context.store.pool.query<IndexRow>(
    `SELECT id, ${sort.toText(sort.expression)} AS value FROM ${source}
     WHERE shop = ${sql.add(context.shop.domain)} AND ${wheres.join(" AND ")}
     ORDER BY ${sort.expression} ${direction}, id ${direction} LIMIT ${size + 1}`,
    sql.values,
  );

  const more = rows.length > size;
  const found = rows.slice(0, size);
  const ranked = found.map((row, index) => ({
    ...row,
    rank: backward ? Math.max((cursor?.rank ?? MAX_ROW) - index - 1, 0) : (cursor?.rank ?? 0) + index + 1,
  }));
  if (backward) ranked.reverse();
  const byId = new Map((await hydrate(found.map((row) => row.id))).map((item) => [item.id, item]));
  const edges = ranked.flatMap(({ id, value, rank }) => {
    const node = byId.get(id);
    return node
      ? [{ node, cursor: encodeCursor({ last_id: id, last_value: value, sort: order, rank }) }]
      : [];
  });
  const otherSide = cursor !== null;
  return backward ? connection(edges, otherSide, more) : connection(edges, more, otherSide);
}

/** Counts the rows of a query, exactly up to `limit`. */
export async function tableCount(
  context: RequestContext,
  path: Array<string | number>,
  table: SearchableTable,
  searchable: SearchableFields,
  query: string | null | undefined,
  limit: number | null,
): Promise<{ count: number; precision: "EXACT" | "AT_LEAST" }> {
  const sql = new SqlValues();
  const source = await searchSource(context, table, sql);
  const condition = searchCondition(query, searchable, sql, context.shop);
  if (condition.warnings.length > 0) {
    context.searches.push({ path, query: query ?? "", warnings: condition.warnings });
  }
  const where = `FROM ${source} WHERE shop = ${sql.add(context.shop.domain)} AND ${condition.sql}`;
  const cap = limit === null ? "" : `LIMIT ${sql.add(limit + 1)}`;
  const { rows } = await context.store.pool.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 ${where} ${cap}) AS counted`,
    sql.values,
  );
  const count = rows[0]?.count ?? 0;
  return limit !== null && count > limit
    ? { count: limit, precision: "AT_LEAST" }
    : { count, precision: "EXACT" };
}

function keyset(
  sort: Sort,
  comparator: string,
  sql: SqlValues,
  at: { last_id: number; last_value: string },
): string {
  const value = sort.fromText(sql.add(at.last_value));
  return `(${sort.expression}, id) ${comparator} (${value}, ${sql.add(at.last_id)}::bigint)`;
}

const SEARCHED_COLUMNS =
  "shop, id, first_name, last_name, email, phone, note, state, tags, amount_spent_cents, orders_count, addresses, " +
  "email_marketing, created_at, updated_at";

type LaggingTable = (typeof LAGGING_TABLES)[number];

const mayLag = (table: SearchableTable): table is LaggingTable =>
  (LAGGING_TABLES as readonly string[]).includes(table);

/** The table as seen by search: rows that changed within the index lag have their previous version. */
async function searchSource(
  context: RequestContext,
  table: SearchableTable,
  sql: SqlValues,
): Promise<string> {
  if (!mayLag(table) || !(await isSearchBehind(context.store, context.shop.domain, table))) return table;
  const shop = sql.add(context.shop.domain);
  const now = sql.add(new Date(context.store.clock.now()));
  const inSearch = `${table}_in_search`;
  const current = `FROM ${table} c WHERE shop = ${shop} AND NOT EXISTS (
      SELECT FROM ${inSearch} s WHERE s.shop = c.shop AND s.id = c.id AND s.visible_until > ${now})`;
  const visible = `visible_from <= ${now} AND visible_until > ${now}`;
  if (table !== "customers")
    return `(SELECT c.* ${current} UNION ALL SELECT (jsonb_populate_record(NULL::${table}, version)).* FROM ${inSearch}
      WHERE shop = ${shop} AND version IS NOT NULL AND ${visible}) AS ${table}`;
  return `(SELECT ${SEARCHED_COLUMNS} ${current} UNION ALL
    SELECT ${SEARCHED_COLUMNS} FROM ${inSearch} WHERE shop = ${shop} AND present AND ${visible}) AS customers`;
}
