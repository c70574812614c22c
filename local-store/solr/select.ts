import type { Store } from "../data/database.ts";
import {
  type Condition,
  countValues,
  type DocumentSet,
  findDocuments,
  valuesAt,
} from "../data/search-documents.ts";
import { type DynamicField, fieldOf, storedPart } from "./fields.ts";
import { conditionIn, QueryRefused, wordsIn } from "./query.ts";

export const MAX_ROWS = 1_000;

/** The documents of a collection. */
export const documentsOf = (shop: string, collection: string): DocumentSet => ({
  table: "solr_documents",
  id: "id",
  document: "document",
  index: { shop, collection },
});

/** Parameters that only change how results are written, or how they are scored. */
const IGNORED = [
  ...["wt", "indent", "json.nl", "echoParams", "timeAllowed", "omitHeader", "debugQuery", "_"],
  ...["pf", "ps", "qs", "tie", "bq", "bf", "boost", "facet.method"],
];

/** The parameters of a request by name. One that is given twice has two values. */
export type Parameters = ReadonlyMap<string, readonly string[]>;

export function parametersIn(...sources: unknown[]): Parameters {
  const parameters = new Map<string, string[]>();
  for (const source of sources)
    for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>))
      parameters.set(name, [...(parameters.get(name) ?? []), ...[value].flat().map(String)]);
  return parameters;
}

/**
 * The select handler: the standard parser and (e)dismax, filter queries, sorting, fields, facets of fields and of queries. A facet of a
 * field can exclude the filter queries with a tag.
 * @throws QueryRefused, also for a parameter that isn't imitated
 */
export async function select(
  store: Store,
  set: DocumentSet,
  fields: readonly DynamicField[],
  parameters: Parameters,
): Promise<{ response: object; facet_counts?: object }> {
  const first = (name: string): string | undefined => parameters.get(name)?.[0];
  const number = (name: string, otherwise: number): number => {
    const value = Number(first(name) ?? otherwise);
    if (!Number.isInteger(value)) throw new QueryRefused(`For input string: "${first(name)}"`);
    return value;
  };
  refuseUnknown(parameters);
  const q = first("q");
  if (q === undefined) throw new QueryRefused("missing query string");
  const filters = (parameters.get("fq") ?? []).map((fq) => {
    const [tags, query] = localParameter("tag", fq);
    return { tags, condition: conditionIn(query, standard(fields, first)) };
  });
  const query = mainQuery(q, fields, first);
  const without = (excluded: readonly string[]): Condition => ({
    all: [
      query,
      ...filters
        .filter(({ tags }) => !tags.some((tag) => excluded.includes(tag)))
        .map(({ condition }) => condition),
    ],
  });
  const condition = without([]);
  const start = number("start", 0);
  const { documents, total } = await findDocuments(store, set, condition, {
    order: orderOf(first("sort"), fields),
    offset: start,
    limit: Math.min(number("rows", 10), MAX_ROWS),
  });
  const docs = documents.map((document) => listed(storedPart(document, fields), parameters.get("fl")));
  const response = { numFound: total, start, numFoundExact: true, docs };
  if (first("facet") !== "true") return { response };
  return { response, facet_counts: await facetsOf(store, set, without, fields, parameters) };
}

/** The values of a local parameter that a text begins with, and the text behind it: `{!tag=brand}vendor_s:Pier`, `{!ex=brand}vendor_s`. */
function localParameter(name: "tag" | "ex", text: string): [values: string[], rest: string] {
  const [, values, rest] = new RegExp(`^\\{!${name}=([\\w,]+)\\}(.*)$`, "s").exec(text) ?? [];
  return values === undefined || rest === undefined ? [[], text] : [values.split(","), rest];
}

const KNOWN = ["q", "q.op", "df", "defType", "qf", "fq", "sort", "start", "rows", "fl", "facet"];
const KNOWN_FACETS = [
  "facet.field",
  "facet.query",
  "facet.limit",
  "facet.offset",
  "facet.mincount",
  "facet.sort",
];

function refuseUnknown(parameters: Parameters): void {
  const known = new Set([...KNOWN, ...KNOWN_FACETS, "facet.prefix", "facet.missing", ...IGNORED]);
  for (const name of parameters.keys())
    if (!known.has(name.replace(/^f\..+\.(facet\.\w+)$/, "$1")) && !isOff(name, parameters))
      throw new QueryRefused(`This stand-in doesn't imitate the parameter ${name}`);
}

/** `hl=false`, `group=false`. */
const isOff = (name: string, parameters: Parameters) => parameters.get(name)?.[0] === "false";

type First = (name: string) => string | undefined;

const standard = (fields: readonly DynamicField[], first: First) => ({
  fields,
  defaultFields: [first("df") ?? "_text_"],
  operator: first("q.op") === "AND" ? ("AND" as const) : ("OR" as const),
});

function mainQuery(q: string, fields: readonly DynamicField[], first: First): Condition {
  const type = first("defType") ?? "lucene";
  if (type === "lucene") return conditionIn(q, standard(fields, first));
  if (type !== "dismax" && type !== "edismax") throw new QueryRefused(`Unknown query parser '${type}'`);
  if (q === "*:*") return { all: [] };
  const names = (first("qf") ?? first("df") ?? "_text_")
    .split(/\s+/)
    .map((name) => name.replace(/\^.*$/, ""));
  return wordsIn(q, names, fields);
}

function orderOf(sort: string | undefined, fields: readonly DynamicField[]) {
  return (sort ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("score"))
    .map((part) => {
      const [, name = "", direction] = /^(\S+)\s+(asc|desc)$/i.exec(part) ?? [];
      if (!direction)
        throw new QueryRefused(`Can't determine a Sort Order (asc or desc) in sort spec '${sort}'`);
      if (name !== "id" && !fieldOf(name, fields))
        throw new QueryRefused(`sort param field can't be found: ${name}`);
      return { values: valuesAt([name]), isDescending: direction.toLowerCase() === "desc" };
    });
}

function listed(document: Record<string, unknown>, lists: readonly string[] | undefined) {
  const names = (lists ?? []).flatMap((list) => list.split(/[\s,]+/)).filter(Boolean);
  if (names.length === 0 || names.includes("*")) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)));
}

async function facetsOf(
  store: Store,
  set: DocumentSet,
  without: (excluded: readonly string[]) => Condition,
  fields: readonly DynamicField[],
  parameters: Parameters,
) {
  const queries: Record<string, number> = {};
  for (const query of parameters.get("facet.query") ?? []) {
    const also = conditionIn(query, { fields, defaultFields: ["_text_"], operator: "OR" });
    const { total } = await findDocuments(store, set, { all: [without([]), also] }, { offset: 0, limit: 0 });
    queries[query] = total;
  }
  const counted: Record<string, (string | number)[]> = {};
  for (const each of parameters.get("facet.field") ?? []) {
    const [excluded, name] = localParameter("ex", each);
    if (!fieldOf(name, fields)) throw new QueryRefused(`undefined field: "${name}"`);
    counted[name] = await valuesOf(store, set, without(excluded), name, parameters);
  }
  return {
    facet_queries: queries,
    facet_fields: counted,
    facet_ranges: {},
    facet_intervals: {},
    facet_heatmaps: {},
  };
}

/** A value and its number, one after the other. Without `facet.mincount`, values that no hit has are there with 0. */
async function valuesOf(
  store: Store,
  set: DocumentSet,
  condition: Condition,
  name: string,
  parameters: Parameters,
): Promise<(string | number)[]> {
  const option = (of: string) =>
    (parameters.get(`f.${name}.facet.${of}`) ?? parameters.get(`facet.${of}`))?.[0];
  const values = valuesAt([name]);
  const found = await countValues(store, set, condition, values);
  const least = Number(option("mincount") ?? 0);
  if (least === 0) {
    const seen = new Set(found.map(({ value }) => value));
    const all = await countValues(store, set, { all: [] }, values);
    for (const { value } of all) if (!seen.has(value)) found.push({ value, count: 0 });
  }
  const kept = found.filter(({ value, count }) => count >= least && value.startsWith(option("prefix") ?? ""));
  if (option("sort") === "index") kept.sort((one, other) => (one.value < other.value ? -1 : 1));
  const offset = Number(option("offset") ?? 0);
  const limit = Number(option("limit") ?? 100);
  const page = kept.slice(offset, limit < 0 ? undefined : offset + limit);
  return page.flatMap(({ value, count }) => [value, count]);
}
