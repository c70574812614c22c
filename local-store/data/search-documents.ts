import type { Store } from "./database.ts";

/** What a search asks of a JSON document. An empty `all` is true of every document, and an empty `any` of none. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | ValueCondition;

/** At least one of the values at a path fits. Without a further property, there is one. */
export interface ValueCondition {
  /** As `valuesAt` makes it. */
  values: string;
  is?: string;
  /** A regular expression of PostgreSQL. */
  matches?: string;
  ignoreCase?: boolean;
  from?: Bound;
  to?: Bound;
}

/** A number is compared with numbers, a text with texts. */
export interface Bound {
  value: number | string;
  isExcluded?: boolean;
}

/** The values of a field, also of a list, and below lists of objects. */
export const valuesAt = (keys: readonly string[]): string =>
  `$${keys.map((key) => `.${JSON.stringify(key)}`).join("")}[*]`;

/** All values of a document. */
export const ALL_VALUES = "$.**";

/** A text as a regular expression that matches itself. */
export const literally = (text: string): string => text.replace(/[^\p{L}\p{N}\s_]/gu, "\\$&");

/** The documents of an index, and the columns that they have there. */
export interface DocumentSet {
  table: "algolia_records" | "solr_documents";
  id: "object_id" | "id";
  document: "record" | "document";
  /** The columns that select the index, and their values. */
  index: Readonly<Record<string, string>>;
}

/** In which order and how many. */
interface Page {
  /** By the first value of each path. Then by id. */
  order?: readonly { values: string; isDescending: boolean }[];
  offset: number;
  limit: number;
}

type Document = Record<string, unknown>;

/** The documents that fit, and how many there are on all pages. */
export async function findDocuments(
  { pool }: Store,
  set: DocumentSet,
  condition: Condition,
  { order = [], offset, limit }: Page,
): Promise<{ documents: Document[]; total: number }> {
  const query = new Query(set);
  const from = query.from(condition);
  const counted = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, query.values);
  const total = counted.rows[0]?.total ?? 0;
  if (limit === 0 || total <= offset) return { documents: [], total };
  const sorted = order.map(
    ({ values, isDescending }) =>
      `jsonb_path_query_first(${set.document}, ${query.add(values)}::jsonpath) ${isDescending ? "DESC NULLS LAST" : "NULLS LAST"}`,
  );
  const { rows } = await pool.query<{ document: Document }>(
    `SELECT ${set.document} AS document ${from} ORDER BY ${[...sorted, set.id].join(", ")}
      LIMIT ${query.add(limit)} OFFSET ${query.add(offset)}`,
    query.values,
  );
  return { documents: rows.map(({ document }) => document), total };
}

/** How many of the documents that fit have each value of a field, the most frequent ones first. */
export async function countValues(
  { pool }: Store,
  set: DocumentSet,
  condition: Condition,
  values: string,
): Promise<{ value: string; count: number }[]> {
  const query = new Query(set);
  const from = query.from(condition, [
    `LATERAL (SELECT DISTINCT jsonb_path_query(${set.document}, ${query.add(values)}::jsonpath) #>> '{}' AS value) AS each`,
  ]);
  const { rows } = await pool.query<{ value: string; count: number }>(
    `SELECT each.value, count(*)::int AS count ${from} AND each.value IS NOT NULL
      GROUP BY each.value ORDER BY count(*) DESC, each.value`,
    query.values,
  );
  return rows;
}

/** The ids of the documents that fit. */
export async function findIds({ pool }: Store, set: DocumentSet, condition: Condition): Promise<string[]> {
  const query = new Query(set);
  const from = query.from(condition);
  const { rows } = await pool.query<{ id: string }>(`SELECT ${set.id} AS id ${from}`, query.values);
  return rows.map(({ id }) => id);
}

/** A condition as SQL, with its parameters. */
class Query {
  readonly values: unknown[] = [];

  constructor(private readonly set: DocumentSet) {}

  /** @returns the parameter's placeholder */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  from(condition: Condition, joined: readonly string[] = []): string {
    const { table, index } = this.set;
    const inIndex = Object.entries(index).map(([column, value]) => `${column} = ${this.add(value)}`);
    return `FROM ${[table, ...joined].join(", ")} WHERE ${[...inIndex, this.sql(condition)].join(" AND ")}`;
  }

  private sql(condition: Condition): string {
    if ("all" in condition)
      return `(${["true", ...condition.all.map((each) => this.sql(each))].join(" AND ")})`;
    if ("any" in condition)
      return `(${["false", ...condition.any.map((each) => this.sql(each))].join(" OR ")})`;
    if ("not" in condition) return `NOT ${this.sql(condition.not)}`;
    const path = `jsonb_path_query(${this.set.document}, ${this.add(condition.values)}::jsonpath)`;
    return `EXISTS (SELECT FROM ${path} AS found(value) WHERE ${this.valueSql(condition)})`;
  }

  private valueSql({ is, matches, ignoreCase, from, to }: ValueCondition): string {
    const text = "value #>> '{}'";
    const parts: string[] = [];
    if (is !== undefined)
      parts.push(ignoreCase ? `lower(${text}) = lower(${this.add(is)})` : `${text} = ${this.add(is)}`);
    if (matches !== undefined)
      parts.push(
        `jsonb_typeof(value) IN ('string', 'number') AND ${text} ${ignoreCase ? "~*" : "~"} ${this.add(matches)}`,
      );
    if (from) parts.push(this.boundSql(from, ">"));
    if (to) parts.push(this.boundSql(to, "<"));
    return parts.join(" AND ") || "true";
  }

  private boundSql({ value, isExcluded }: Bound, sign: string): string {
    const operator = isExcluded ? sign : `${sign}=`;
    const parameter = this.add(value);
    // In a CASE, only a number is converted to one.
    return typeof value === "number"
      ? `CASE jsonb_typeof(value) WHEN 'number' THEN value::numeric ${operator} ${parameter}::numeric ELSE false END`
      : `(jsonb_typeof(value) = 'string' AND value #>> '{}' COLLATE "C" ${operator} ${parameter}::text)`;
  }
}
