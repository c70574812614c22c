import { notImplemented } from "../errors.ts";
import type { SearchField, SqlValues } from "./conditions.ts";
import type { SearchTerm } from "./syntax.ts";

/** A text of words: the value's words must stand there one after the other; with `*` the last may go on. */
export function wordsField(expression: string): SearchField {
  return (term, sql) => {
    if (term.value.trim() === "") return term.prefix ? `coalesce(${expression}, '') <> ''` : "true";
    return `lower(${expression}) ~ ${sql.add(wordsPattern(term))}`;
  };
}

/** As words, but a quoted value must be the whole text (the index serves that). */
export function identifierField(expression: string): SearchField {
  const words = wordsField(expression);
  return (term, sql, timezone) =>
    term.quoted ? `lower(${expression}) = ${sql.add(term.value.toLowerCase())}` : words(term, sql, timezone);
}

/** A text that must equal the value, without regard to case. */
export function exactField(expression: string): SearchField {
  return (term, sql) => `lower(${expression}) = ${sql.add(term.value.toLowerCase())}`;
}

/** One of the listed names, in any case. */
export function choiceField(expression: string, choices: readonly string[]): SearchField {
  return (term, sql) => {
    const choice = term.value.toUpperCase();
    return choices.includes(choice) ? `${expression} = ${sql.add(choice)}` : null;
  };
}

/** Tags, several separated by commas: any of them (or none of them, when negated). No prefixes: `np:*` finds none. */
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

/** A number, compared. `scale` turns the given number into the stored unit, such as cents. */
export function numberField(expression: string, scale = 1): SearchField {
  return (term, sql) => {
    const number = Number(term.value);
    if (term.value.trim() === "" || !Number.isFinite(number)) return null;
    return `${expression} ${term.comparator} ${sql.add(String(number * scale))}::numeric`;
  };
}

/** An instant. A date without a time means that whole day in the shop's time zone. */
export function instantField(expression: string): SearchField {
  return (term, sql, timezone) => {
    const value = term.value.trim();
    if (/^\d{4}-\d{2}-\d{2}$/.test(value))
      return dayCondition(expression, term.comparator, value, timezone, sql);
    if (!/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(Date.parse(value))) return null;
    return `${expression} ${term.comparator} ${sql.add(new Date(value))}::timestamptz`;
  };
}

/** A field that Shopify has and the local store has no data for: an error, because ignoring it would find everyone. */
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

/** A regular expression that finds the value's words at word borders. */
function wordsPattern(term: SearchTerm): string {
  const words = term.value
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `(^|[^[:alnum:]])${words.join("[^[:alnum:]]+")}${term.prefix ? "" : "($|[^[:alnum:]])"}`;
}
