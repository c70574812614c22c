import { decimalsOf } from "../../data/minor-units.ts";
import { notImplemented } from "../errors.ts";
import type { SearchTerm } from "./parse-search.ts";
import type { SearchField, SqlValues } from "./search-condition.ts";

/** A text field that must contain the value's words consecutively. With `*`, the last word is a prefix. */
export function wordsField(expression: string): SearchField {
  return (term, sql) => {
    if (term.value.trim() === "") return term.prefix ? `coalesce(${expression}, '') <> ''` : "true";
    return `lower(${expression}) ~ ${sql.add(wordsPattern(term))}`;
  };
}

/** Like `wordsField`, but a quoted value must equal the whole text, which uses the index. */
export function identifierField(expression: string): SearchField {
  const words = wordsField(expression);
  return (term, sql, shop) =>
    term.quoted ? `lower(${expression}) = ${sql.add(term.value.toLowerCase())}` : words(term, sql, shop);
}

/** A text field that must equal the value, ignoring case. */
export function exactField(expression: string): SearchField {
  return (term, sql) => `lower(${expression}) = ${sql.add(term.value.toLowerCase())}`;
}

/** An enum field, ignoring case. */
export function choiceField(expression: string, choices: readonly string[]): SearchField {
  return (term, sql) => {
    const choice = term.value.toUpperCase();
    return choices.includes(choice) ? `${expression} = ${sql.add(choice)}` : null;
  };
}

/** A tags field that must contain any of the comma-separated tags, or none if negated. Prefixes such as `np:*` don't match. */
export function tagsField(expression: string, negated = false): SearchField {
  return (term, sql) => {
    const value = term.prefix ? `${term.value}*` : term.value;
    const tags = value
      .split(",")
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean);
    const condition = `fold_tags(${expression}) && ${sql.add(tags)}::text[]`;
    return negated ? `NOT (${condition})` : condition;
  };
}

/** A number field. */
export function numberField(expression: string): SearchField {
  return (term, sql) => comparison(expression, term, sql, 1);
}

/** An amount field. The value is in the shop's currency, the column in its smallest unit. */
export function amountField(expression: string): SearchField {
  return (term, sql, { currency }) => comparison(expression, term, sql, 10 ** decimalsOf(currency));
}

function comparison(expression: string, term: SearchTerm, sql: SqlValues, scale: number): string | null {
  const number = Number(term.value);
  if (term.value.trim() === "" || !Number.isFinite(number)) return null;
  return `${expression} ${term.comparator} ${sql.add(String(number * scale))}::numeric`;
}

/** A date-time field. A date without a time is the whole day in the shop's time zone. */
export function instantField(expression: string): SearchField {
  return (term, sql, { iana_timezone: timezone }) => {
    const value = term.value.trim();
    if (/^\d{4}-\d{2}-\d{2}$/.test(value))
      return dayCondition(expression, term.comparator, value, timezone, sql);
    if (!/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(Date.parse(value))) return null;
    return `${expression} ${term.comparator} ${sql.add(new Date(value))}::timestamptz`;
  };
}

/** An unsupported field of Shopify's. It is an error, because ignoring it would find all rows. */
export function missingField(name: string): SearchField {
  return () => {
    throw notImplemented(`the search field ${name}`);
  };
}

function dayCondition(
  expression: string,
  comparator: SearchTerm["comparator"],
  day: string,
  timezone: string,
  sql: SqlValues,
): string | null {
  if (Number.isNaN(Date.parse(day))) return null;
  const zone = sql.add(timezone);
  const date = sql.add(day);
  const start = `(${date}::date::timestamp AT TIME ZONE ${zone})`;
  const end = `((${date}::date + 1)::timestamp AT TIME ZONE ${zone})`;
  switch (comparator) {
    case "=":
      return `(${expression} >= ${start} AND ${expression} < ${end})`;
    case "<":
      return `${expression} < ${start}`;
    case "<=":
      return `${expression} < ${end}`;
    case ">":
      return `${expression} >= ${end}`;
    case ">=":
      return `${expression} >= ${start}`;
  }
}

/** A regular expression that matches the value's words at word boundaries. */
function wordsPattern(term: SearchTerm): string {
  const words = term.value
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `(^|[^[:alnum:]])${words.join("[^[:alnum:]]+")}${term.prefix ? "" : "($|[^[:alnum:]])"}`;
}
