import { type Condition, valuesAt } from "../data/search-documents.ts";

/** A filter that Algolia refuses, with its words. */
export class FilterRefused extends Error {}

/** The filters of a search as clients send them. */
export interface Filters {
  filters?: string;
  facetFilters?: FilterList;
  numericFilters?: FilterList;
  tagFilters?: FilterList;
}

/** All of them must fit. A list inside it is an alternative. */
export type FilterList = string | readonly (string | readonly string[])[];

/**
 * The filters of a search as one condition.
 * @param facets the attributes that the index's settings declare for faceting. A text of another attribute fits no record
 * @throws FilterRefused
 */
export function conditionOf(
  { filters = "", facetFilters = [], numericFilters = [], tagFilters = [] }: Filters,
  facets: ReadonlySet<string>,
): Condition {
  return {
    all: [
      ...new FilterParser(filters, facets).parse(),
      ...listOf(facetFilters, (text) => facetFilterIn(text, facets)),
      ...listOf(numericFilters, (text) => {
        const condition = numericIn(text);
        if (!condition) throw new FilterRefused(`numericFilters: ${text} isn't a comparison of numbers`);
        return condition;
      }),
      ...listOf(tagFilters, (text) => ({ values: valuesAt(["_tags"]), is: text })),
    ],
  };
}

function listOf(list: FilterList, conditionIn: (text: string) => Condition): Condition[] {
  if (typeof list === "string") return list.split(",").filter(Boolean).map(conditionIn);
  return list.map((each) =>
    typeof each === "string" ? conditionIn(each) : { any: each.map((text) => conditionIn(text)) },
  );
}

/** `attribute:value`, and `attribute:-value` for all others. */
function facetFilterIn(text: string, facets: ReadonlySet<string>): Condition {
  const colon = text.indexOf(":");
  if (colon < 1) throw new FilterRefused(`facetFilters: ${text} isn't attribute:value`);
  const attribute = text.slice(0, colon);
  const value = text.slice(colon + 1);
  if (value.startsWith("-")) return { not: facetIs(attribute, value.slice(1), facets) };
  return facetIs(attribute, value.replace(/^\\-/, "-"), facets);
}

function facetIs(attribute: string, value: string, facets: ReadonlySet<string>): Condition {
  if (attribute === "_tags") return { values: valuesAt(["_tags"]), is: value };
  if (!facets.has(attribute)) return { any: [] };
  return { values: valuesAt(attribute.split(".")), is: value, ignoreCase: true };
}

const COMPARISON = /^\s*([^\s<>=!:]+)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*$/;
const RANGE = /^\s*([^\s<>=!:]+)\s*:\s*(-?\d+(?:\.\d+)?)\s+TO\s+(-?\d+(?:\.\d+)?)\s*$/;

/** `price >= 10`, and `price:10 TO 20`. Undefined for anything else. */
function numericIn(text: string): Condition | undefined {
  const [, ranged = "", low, high] = RANGE.exec(text) ?? [];
  if (low && high)
    return {
      values: valuesAt(ranged.split(".")),
      from: { value: Number(low) },
      to: { value: Number(high) },
    };
  const [, attribute = "", operator, digits] = COMPARISON.exec(text) ?? [];
  if (!digits) return undefined;
  const values = valuesAt(attribute.split("."));
  const value = Number(digits);
  if (operator === "=") return { values, from: { value }, to: { value } };
  if (operator === "!=") return { not: { values, from: { value }, to: { value } } };
  const bound = { value, isExcluded: operator === "<" || operator === ">" };
  return operator?.startsWith(">") ? { values, from: bound } : { values, to: bound };
}

const TOKENS =
  /\s*(\(|\)|(?:AND|OR|NOT)(?![^\s()])|(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s()"':<>=!])+(?:\s*(?::|<=|>=|!=|<|>|=)\s*(?:-?[\d.]+\s+TO\s+-?[\d.]+|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s()]+))?)/y;

/** `A AND (B OR NOT C) AND price < 10`. As in Algolia, OR binds closer than AND, and a group of ANDs inside an OR is refused. */
class FilterParser {
  private readonly tokens: string[];
  private position = 0;

  constructor(
    text: string,
    private readonly facets: ReadonlySet<string>,
  ) {
    this.tokens = tokensOf(text);
  }

  parse(): Condition[] {
    if (this.tokens.length === 0) return [];
    const conditions = [this.alternatives()];
    while (this.position < this.tokens.length) {
      this.expect("AND");
      conditions.push(this.alternatives());
    }
    return conditions;
  }

  private alternatives(): Condition {
    const any = [this.operand()];
    while (this.tokens[this.position] === "OR") {
      this.position += 1;
      any.push(this.operand());
    }
    return { any };
  }

  private operand(): Condition {
    const token = this.next();
    if (token === "NOT") return { not: this.filter(this.next()) };
    if (token !== "(") return this.filter(token);
    const inside = this.alternatives();
    if (this.tokens[this.position] === "AND")
      throw new FilterRefused(
        "filters: filter (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed",
      );
    this.expect(")");
    return inside;
  }

  private filter(token: string): Condition {
    if (["(", ")", "AND", "OR", "NOT"].includes(token))
      throw new FilterRefused(`filters: Unexpected token ${token}`);
    const numeric = numericIn(token);
    if (numeric) return numeric;
    const [, name = "", value] =
      /^("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^:]+?)\s*:\s*(.+)$/s.exec(token) ?? [];
    // A quoted filter as a whole, and a value alone, which is a tag.
    if (value === undefined) {
      const text = unquoted(token);
      return text === token ? facetIs("_tags", text, this.facets) : this.filter(text);
    }
    return facetIs(unquoted(name), unquoted(value), this.facets);
  }

  private next(): string {
    const token = this.tokens[this.position];
    if (token === undefined) throw new FilterRefused("filters: Unexpected end of the filter");
    this.position += 1;
    return token;
  }

  private expect(token: string): void {
    const actual = this.next();
    if (actual !== token) throw new FilterRefused(`filters: Expected ${token}, but got ${actual}`);
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < end) {
    const from = TOKENS.lastIndex;
    const [, token] = TOKENS.exec(text) ?? [];
    if (token === undefined) throw new FilterRefused(`filters: Unexpected token at ${from}`);
    tokens.push(token);
  }
  return tokens;
}

const unquoted = (text: string): string =>
  /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
