import { parseSearch, type SearchNode, type SearchTerm } from "./syntax.ts";

/** What Shopify says about a part of a query that it ignored. */
export interface SearchWarning {
  field: string;
  message: string;
  code: "invalid_field" | "invalid_value";
}

/** Collects the values of one SQL statement and numbers them. */
export class SqlValues {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Makes SQL of one term; null when the value means nothing for the field, which is then ignored. */
export type SearchField = (term: SearchTerm, sql: SqlValues, timezone: string) => string | null;

/** What a resource can be searched by. `bare` serves words without a field. */
export interface SearchableFields {
  bare: SearchField;
  fields: Readonly<Record<string, SearchField>>;
}

/** An SQL condition for a search query, and what was ignored on the way. */
export interface SearchCondition {
  sql: string;
  warnings: SearchWarning[];
}

/**
 * Turns a search query into SQL. A field that the resource cannot be searched by is ignored with a warning, so the
 * query finds more than was meant, and everything when nothing else is left: that is what Shopify does.
 */
export function searchCondition(
  query: string | null | undefined,
  searchable: SearchableFields,
  sql: SqlValues,
  timezone: string,
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
    if (term.field === null) return searchable.bare(term, sql, timezone);
    const field = searchable.fields[term.field];
    if (!field) {
      warnings.push({
        field: term.field,
        message: "Invalid search field for this query.",
        code: "invalid_field",
      });
      return null;
    }
    const part = field(term, sql, timezone);
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
