import { ALL_VALUES, type Bound, type Condition, literally, valuesAt } from "../data/search-documents.ts";
import { type DynamicField, fieldOf } from "./fields.ts";

/** A query that Solr refuses, with its words. */
export class QueryRefused extends Error {}

/** How a query is read. */
export interface QueryOptions {
  fields: readonly DynamicField[];
  /** Searched when the query names no field. */
  defaultFields: readonly string[];
  /** Between clauses without an operator. */
  operator: "AND" | "OR";
}

/** The field that the default configuration searches. Its words are found. Other fields are found by their whole values. */
const TEXT = "_text_";

/**
 * A query of Solr's standard parser as a condition: fields, phrases, ranges, `*` and `?`, `+`, `-`, AND, OR, NOT, groups, and the
 * local parameters `{!term f=…}` and `{!terms f=…}`. A boost is ignored, as hits aren't scored.
 * @throws QueryRefused
 */
export function conditionIn(text: string, options: QueryOptions): Condition {
  const [, parser = "", parameters = "", value = ""] =
    /^\s*\{!(\w+)((?:\s+[\w.]+=\S+?)*)\s*\}(.*)$/s.exec(text) ?? [];
  if (parser === "") return new QueryParser(text, options).parse();
  const name = /\bf=(\S+)/.exec(parameters)?.[1];
  if (!["term", "terms"].includes(parser) || !name)
    throw new QueryRefused(`Unknown query parser or missing field: {!${parser}${parameters}}`);
  const values = parser === "terms" ? value.split(",") : [value];
  requireField(name, options.fields);
  return { any: values.map((each) => ({ values: valuesAt([name]), is: each })) };
}

function requireField(name: string, fields: readonly DynamicField[]): DynamicField | undefined {
  if (name === "id" || name === TEXT) return undefined;
  const field = fieldOf(name, fields);
  if (!field) throw new QueryRefused(`undefined field ${name}`);
  return field;
}

const TOKEN =
  /\s*(&&|\|\||[()+]|-(?=\S)|!(?=\S)|\^[\d.]+|(?:[^\s\\()"[\]{}:+!^-]|\\.)(?:[^\s\\()"[\]{}:^]|\\.)*:(?=\S)|"(?:\\.|[^"\\])*"(?:~\d+)?|[[{][^\]}]*[\]}]|(?:[^\s\\()"[\]{}^]|\\.)+)/sy;

type Occurrence = "must" | "must not" | "should";

class QueryParser {
  private readonly tokens: string[] = [];
  private position = 0;

  constructor(
    private readonly text: string,
    private readonly options: QueryOptions,
  ) {
    const end = text.trimEnd().length;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < end) {
      const [, token] = TOKEN.exec(text) ?? [];
      if (token === undefined) throw this.refusal();
      if (!token.startsWith("^")) this.tokens.push(token);
    }
  }

  parse(): Condition {
    const condition = this.clauses(undefined);
    if (this.position < this.tokens.length) throw this.refusal();
    return condition;
  }

  private refusal = () => new QueryRefused(`org.apache.solr.search.SyntaxError: Cannot parse '${this.text}'`);

  /** @param field of the group. Undefined for the default fields */
  private clauses(field: string | undefined): Condition {
    const clauses: { occurrence: Occurrence; condition: Condition }[] = [];
    let join: "AND" | "OR" | undefined;
    while (this.position < this.tokens.length && this.tokens[this.position] !== ")") {
      const token = this.tokens[this.position] ?? "";
      if (["AND", "OR", "&&", "||"].includes(token)) {
        join = token === "AND" || token === "&&" ? "AND" : "OR";
        this.position += 1;
        const last = clauses.at(-1);
        // As in Lucene's classic parser, AND makes the clauses on both sides required.
        if (join === "AND" && last?.occurrence === "should") last.occurrence = "must";
        continue;
      }
      const sign = this.sign();
      const isRequired = (join ?? this.options.operator) === "AND";
      const occurrence = sign ?? (isRequired ? "must" : "should");
      clauses.push({ occurrence, condition: this.clause(field) });
      join = undefined;
    }
    const of = (wanted: Occurrence) =>
      clauses.filter(({ occurrence }) => occurrence === wanted).map(({ condition }) => condition);
    const [must, mustNot, should] = [of("must"), of("must not"), of("should")];
    const all: Condition[] = [...must, ...mustNot.map((condition) => ({ not: condition }))];
    // Beside required clauses, the others only change the score.
    if (must.length === 0 && should.length > 0) all.push({ any: should });
    return clauses.length === 0 ? { any: [] } : { all };
  }

  private sign(): Occurrence | undefined {
    const token = this.tokens[this.position];
    if (token === "+") {
      this.position += 1;
      return "must";
    }
    if (token !== "-" && token !== "!" && token !== "NOT") return undefined;
    this.position += 1;
    return "must not";
  }

  private clause(inherited: string | undefined): Condition {
    const token = this.tokens[this.position];
    if (token === undefined) throw this.refusal();
    if (token === "*:*") {
      this.position += 1;
      return { all: [] };
    }
    const isNamed = token.endsWith(":") && !token.endsWith("\\:") && this.tokens.length > this.position + 1;
    const field = isNamed ? unescaped(token.slice(0, -1)) : inherited;
    if (isNamed) this.position += 1;
    const value = this.tokens[this.position] ?? "";
    // An operator isn't a word, unless it is escaped.
    if (["AND", "OR", "NOT"].includes(value)) throw this.refusal();
    this.position += 1;
    if (field === "*" && value === "*") return { all: [] };
    if (value !== "(") return this.value(field, value);
    const group = this.clauses(field);
    if (this.tokens[this.position] !== ")") throw this.refusal();
    this.position += 1;
    return group;
  }

  private value(field: string | undefined, token: string): Condition {
    const names = field === undefined ? this.options.defaultFields : [field];
    return { any: names.map((name) => this.valueOf(name, token)) };
  }

  private valueOf(name: string, token: string): Condition {
    const { fields } = this.options;
    const field = requireField(name, fields);
    const values = valuesAt([name]);
    if (/^[[{]/.test(token)) return { values, ...this.range(token, field) };
    if (token === "*") return { values };
    const [, phrase] = /^"(.*)"(?:~\d+)?$/s.exec(token) ?? [];
    const text = unescaped(phrase ?? token);
    if (name === TEXT) {
      const words = phrase === undefined ? wildcards(token) : literally(text).replace(/\s+/g, "\\s+");
      return { values, matches: `\\m${words}\\M`, ignoreCase: true };
    }
    if (phrase === undefined && /(^|[^\\])[*?]/.test(token))
      return { values, matches: `^${wildcards(token)}$` };
    return { values, is: text };
  }

  private range(token: string, field: DynamicField | undefined): { from?: Bound; to?: Bound } {
    const [, low, high] = /^.\s*(\S+)\s+TO\s+(\S+)\s*.$/s.exec(token) ?? [];
    if (low === undefined || high === undefined) throw this.refusal();
    const isNumber = field !== undefined && ["pint", "plong", "pfloat"].includes(field.type);
    const bound = (text: string, isExcluded: boolean): Bound | undefined => {
      const plain = unescaped(text.replace(/^"(.*)"$/s, "$1"));
      if (plain === "*") return undefined;
      if (isNumber && !Number.isFinite(Number(plain))) throw new QueryRefused(`Invalid Number: ${plain}`);
      return { value: isNumber ? Number(plain) : plain, isExcluded };
    };
    const [from, to] = [bound(low, token.startsWith("{")), bound(high, token.endsWith("}"))];
    return { ...(from && { from }), ...(to && { to }) };
  }
}

const unescaped = (text: string): string => text.replace(/\\(.)/gs, "$1");

/** `*` and `?` that aren't escaped, as a regular expression. */
const wildcards = (text: string): string =>
  text.replace(/\\(.)|([*?])|([^\p{L}\p{N}\s_])/gsu, (_all, escaped, sign, other) =>
    sign === "*" ? ".*" : sign === "?" ? "." : literally(escaped ?? other),
  );

/** The words of a dismax query: each of them in one of the fields. */
export function wordsIn(text: string, names: readonly string[], fields: readonly DynamicField[]): Condition {
  for (const name of names) requireField(name, fields);
  return {
    all: text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => ({
        any: names.map((name) => ({
          values: name === "*" ? ALL_VALUES : valuesAt([name]),
          matches: `\\m${literally(word)}\\M`,
          ignoreCase: true,
        })),
      })),
  };
}
