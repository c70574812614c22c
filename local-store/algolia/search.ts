import { z } from "zod";
import type { Store } from "../data/database.ts";
import {
  ALL_VALUES,
  type Condition,
  countValues,
  findDocuments,
  literally,
  valuesAt,
} from "../data/search-documents.ts";
import { conditionOf } from "./filters.ts";
import { type AlgoliaIndex, recordsOf, type Settings, withoutModifier } from "./indexes.ts";

export const MAX_HITS = 1_000;
const DEFAULT_HITS = 20;
const DEFAULT_FACET_VALUES = 100;

const names = z.array(z.string());
const filterList = z.union([z.string(), z.array(z.union([z.string(), names]))]);

/** Parameters that change how hits are shown, counted or ranked, which isn't imitated. */
const IGNORED = Object.fromEntries(
  [
    ...["advancedSyntax", "allowTyposOnNumericTokens", "analytics", "analyticsTags", "attributesToHighlight"],
    ...["attributesToSnippet", "clickAnalytics", "enableABTest", "enablePersonalization", "enableReRanking"],
    ...["enableRules", "facetingAfterDistinct", "getRankingInfo", "highlightPostTag", "highlightPreTag"],
    ...["ignorePlurals", "minProximity", "percentileComputation", "queryLanguages", "removeStopWords"],
    ...["replaceSynonymsInHighlight", "responseFields", "ruleContexts", "snippetEllipsisText"],
    ...["sortFacetValuesBy", "sumOrFiltersScores", "synonyms", "typoTolerance", "userToken"],
  ].map((name) => [name, z.unknown().optional()]),
);

/** A search's parameters. Others are refused, because they could change which records it finds. */
export const searchSchema = z.strictObject({
  query: z.string().default(""),
  page: z.coerce.number().int().min(0).default(0),
  hitsPerPage: z.coerce.number().int().min(0).max(MAX_HITS).optional(),
  offset: z.coerce.number().int().min(0).optional(),
  length: z.coerce.number().int().min(0).max(MAX_HITS).optional(),
  filters: z.string().optional(),
  facetFilters: filterList.optional(),
  numericFilters: filterList.optional(),
  tagFilters: filterList.optional(),
  facets: z.union([names, z.string().transform((text) => text.split(","))]).optional(),
  maxValuesPerFacet: z.coerce.number().int().min(0).max(1_000).optional(),
  attributesToRetrieve: z.union([names, z.string().transform((text) => text.split(","))]).optional(),
  restrictSearchableAttributes: names.optional(),
  ...IGNORED,
});
export type SearchParameters = z.infer<typeof searchSchema>;

/**
 * A search of an index: words are beginnings of words, synonyms count, and hits are in the order of the index's ranking by attributes.
 * Typos and rules aren't imitated.
 * @throws FilterRefused
 */
export async function search(
  store: Store,
  shop: string,
  index: AlgoliaIndex,
  parameters: SearchParameters,
): Promise<Record<string, unknown>> {
  const { settings } = index;
  const { query, page, facets = [], maxValuesPerFacet } = parameters;
  const hitsPerPage = parameters.hitsPerPage ?? numberIn(settings.hitsPerPage) ?? DEFAULT_HITS;
  const limit = parameters.length ?? hitsPerPage;
  const records = recordsOf(shop, index);
  const declared = facetsOf(settings);
  const condition: Condition = {
    all: [...wordsIn(index, parameters), conditionOf(parameters, new Set(declared))],
  };
  const { documents, total } = await findDocuments(store, records, condition, {
    order: orderOf(settings),
    offset: parameters.offset ?? page * hitsPerPage,
    limit,
  });
  const counted = facets.includes("*") ? declared : facets.filter((facet) => declared.includes(facet));
  const limitOfValues = maxValuesPerFacet ?? numberIn(settings.maxValuesPerFacet) ?? DEFAULT_FACET_VALUES;
  const counts = await Promise.all(
    counted.map(async (facet) => {
      const values = await countValues(store, records, condition, valuesAt(facet.split(".")));
      return [facet, values] as const;
    }),
  );
  return {
    hits: documents.map((record) => retrieved(record, parameters, settings)),
    nbHits: total,
    page,
    nbPages: Math.ceil(total / Math.max(1, hitsPerPage)),
    hitsPerPage,
    processingTimeMS: 1,
    exhaustiveNbHits: true,
    query,
    params: "",
    ...(facets.length > 0 && {
      facets: Object.fromEntries(
        counts.flatMap(([facet, values]) =>
          values.length === 0
            ? []
            : [
                [
                  facet,
                  Object.fromEntries(values.slice(0, limitOfValues).map((each) => [each.value, each.count])),
                ],
              ],
        ),
      ),
      facets_stats: Object.fromEntries(
        counts.flatMap(([facet, values]) => {
          const stats = statsOf(values);
          return stats ? [[facet, stats]] : [];
        }),
      ),
    }),
  };
}

/** The values of a facet that contain a text, with how many hits have them. Null when the settings don't make it searchable. */
export async function searchFacet(
  store: Store,
  shop: string,
  index: AlgoliaIndex,
  facet: string,
  { facetQuery, limit, parameters }: { facetQuery: string; limit: number; parameters: SearchParameters },
): Promise<{ value: string; highlighted: string; count: number }[] | null> {
  const { attributesForFaceting: declared } = index.settings;
  if (!Array.isArray(declared) || !declared.includes(`searchable(${facet})`)) return null;
  const condition: Condition = {
    all: [...wordsIn(index, parameters), conditionOf(parameters, new Set(facetsOf(index.settings)))],
  };
  const values = await countValues(store, recordsOf(shop, index), condition, valuesAt(facet.split(".")));
  return values
    .filter(({ value }) => value.toLowerCase().includes(facetQuery.toLowerCase()))
    .slice(0, limit)
    .map(({ value, count }) => ({ value, highlighted: value, count }));
}

/** The attributes that an index declares for faceting. */
export const facetsOf = ({ attributesForFaceting }: Settings): string[] =>
  Array.isArray(attributesForFaceting)
    ? attributesForFaceting.map((attribute) => withoutModifier(String(attribute)))
    : [];

/** Each word must be the beginning of a word in a searchable attribute, or have a synonym that is. */
function wordsIn(
  { settings, synonyms }: AlgoliaIndex,
  { query, restrictSearchableAttributes: restricted }: SearchParameters,
): Condition[] {
  const { searchableAttributes } = settings;
  const attributes = (Array.isArray(searchableAttributes) ? searchableAttributes : [])
    .flatMap((each) => String(each).split(","))
    .map((each) => withoutModifier(each.trim()))
    .filter((attribute) => restricted === undefined || restricted.includes(attribute));
  const paths = attributes.map((attribute) => valuesAt(attribute.split(".")));
  if (paths.length === 0)
    paths.push(...(restricted?.map((each) => valuesAt(each.split("."))) ?? [ALL_VALUES]));
  return query
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      any: [word, ...synonymsOf(word.toLowerCase(), Object.values(synonyms))].flatMap((text) =>
        paths.map((values) => ({ values, matches: `\\m${literally(text)}`, ignoreCase: true })),
      ),
    }));
}

function synonymsOf(word: string, synonyms: readonly Record<string, unknown>[]): string[] {
  const textsIn = (value: unknown) =>
    Array.isArray(value) ? value.map((each) => String(each).toLowerCase()) : [];
  return synonyms.flatMap(({ type, synonyms: list, input }) => {
    const texts = textsIn(list);
    const isOfIt = type === "oneWaySynonym" ? String(input).toLowerCase() === word : texts.includes(word);
    return isOfIt ? texts.filter((text) => text !== word) : [];
  });
}

/** By the attributes in the settings' `ranking` and `customRanking`. */
function orderOf({ ranking, customRanking }: Settings) {
  const criteria = [ranking, customRanking].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
  return criteria.flatMap((criterion) => {
    const [, direction, attribute = ""] = /^(asc|desc)\((.+)\)$/.exec(criterion) ?? [];
    return direction ? [{ values: valuesAt(attribute.split(".")), isDescending: direction === "desc" }] : [];
  });
}

/** A record with the attributes that the request or the settings name. */
export function retrieved(
  record: Record<string, unknown>,
  { attributesToRetrieve }: Pick<SearchParameters, "attributesToRetrieve">,
  settings: Settings,
): Record<string, unknown> {
  const wanted = attributesToRetrieve ??
    (settings.attributesToRetrieve as string[] | null | undefined) ?? ["*"];
  const hidden = (settings.unretrievableAttributes as string[] | null | undefined) ?? [];
  const isWanted = (name: string) =>
    (wanted.includes("*") || wanted.some((each) => each.split(".")[0] === name)) &&
    !wanted.includes(`-${name}`) &&
    !hidden.includes(name);
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === "objectID" || isWanted(name)));
}

function statsOf(values: readonly { value: string; count: number }[]) {
  const numbers = values.map(({ value, count }) => ({ value: Number(value), count }));
  if (numbers.length === 0 || numbers.some(({ value }) => !Number.isFinite(value))) return undefined;
  const sum = numbers.reduce((total, { value, count }) => total + value * count, 0);
  const all = numbers.map(({ value }) => value);
  const count = numbers.reduce((total, each) => total + each.count, 0);
  return { min: Math.min(...all), max: Math.max(...all), avg: sum / count, sum };
}

const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
