import type { ShopRow } from "../../data/rows.ts";
import { parseSearch, type SearchNode, type SearchTerm } from "./parse-search.ts";

/** Shopify's warning about an ignored part of a query. */
export interface SearchWarning {
  field: string;
  message: string;
  code: "invalid_field" | "invalid_value";
}

/** Collects and numbers the parameters of an SQL statement. */
export class SqlValues {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** The time zone of a term's days and the currency of its amounts. */
export type SearchedShop = Pick<ShopRow, "iana_timezone" | "currency">;

/** Converts a search term to SQL, or returns null if its value is invalid for the field. Invalid terms are ignored. */
export type SearchField = (term: SearchTerm, sql: SqlValues, shop: SearchedShop) => string | null;

/** The search fields of a resource. `bare` handles terms without a field name. */
export interface SearchableFields {
  bare: SearchField;
  fields: Readonly<Record<string, SearchField>>;
}

/** An SQL condition for a search query, with warnings about ignored terms. */
export interface SearchCondition {
  sql: string;
  warnings: SearchWarning[];
}

/**
 * Converts a search query to SQL. As at Shopify, unknown fields are ignored with a warning, so the query finds more rows, or all rows
 * if no other term remains.
 */
export function searchCondition(
  query: string | null | undefined,
  searchable: SearchableFields,
  sql: SqlValues,
  shop: SearchedShop,
): SearchCondition {
  const warnings: SearchWarning[] = [];

  function toSql(node: SearchNode): string | null {
    if (node.kind === "term") return termSql(node);
    if (node.kind === "not") {
      const inner = toSql(node.node);
      return inner && `NOT coalesce(${inner}, false)`;
    }
    const parts = node.nodes.map(toSql).filter((part) => part !== null);
    return parts.length === 0 ? null : `(${parts.join(node.kind === "and" ? " AND " : " OR ")})`;
  }

  function termSql(term: SearchTerm): string | null {
    if (term.field === null) return searchable.bare(term, sql, shop);
    const field = searchable.fields[term.field];
    if (!field) {
      warnings.push({
        field: term.field,
        message: "Invalid search field for this query.",
        code: "invalid_field",
      });
      return null;
    }
    const part = field(term, sql, shop);
    if (part === null) {
      warnings.push({
        field: term.field,
        message: `Input '${term.value}' is not valid.`,
        code: "invalid_value",
      });
    }
    return part;
  }

  const tree = parseSearch(query ?? "");
  return { sql: (tree && toSql(tree)) ?? "true", warnings };
}
