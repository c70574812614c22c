import type { Texts } from "~/core/answer-call.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { readOr } from "~/platform/contract/answer-with-fallback.server";
import { conflict } from "~/platform/errors";
import { type ListResult, type ListState, readListState } from "~/platform/list";
import { SUCCESS_SECONDS } from "~/platform/notice";
import { rememberTab } from "~/platform/tab-memory.server";
import type { solrFiltersFunction } from "./function";
import * as messages from "./messages";
import { COLLECTION_STATES, COLLECTIONS_PER_PAGE, type CollectionState, collectionsList } from "./overview";
import type { FilterPreview } from "./preview.server";
import type { CollectionOverview } from "./read-overview.server";
import type { CollectionFilter, CollectionItem, FilterDefinition, LastUpdate } from "./schemas";

const saved = ({ msg }: { msg: string }) => ({ text: msg, seconds: SUCCESS_SECONDS });

const failing = (fallback: string) => ({ texts: { fallback, withReason: true } }) as const;

const failingWith = (fallbackOf: (name: string) => string) => ({
  texts: ({ name }: { name: string }) => ({ fallback: fallbackOf(name), withReason: true }) as const,
});

/** The calls that the page posts, and what it says after them. */
export const filtersTexts: Texts<ContractsOf<typeof solrFiltersFunction>> = {
  "solrFilters.include": { say: saved, failure: failingWith(messages.addingFailed) },
  "solrFilters.remove": { say: saved, failure: failingWith(messages.removingFailed) },
  "solrFilters.updateSettings": { say: saved, failure: failing(messages.FALLBACKS.settings) },
  "solrFilters.updateOptions": { say: saved, failure: failing(messages.FALLBACKS.settings) },
  // The grid shows it.
  "solrFilters.reorder": { say: () => null, failure: failing(messages.FALLBACKS.order) },
  "solrFilters.copy": { say: saved, failure: failing(messages.FALLBACKS.copy) },
  "solrFilters.setActive": { say: saved, failure: failingWith(messages.activatingFailed) },
  "solrFilters.updateUi": { say: saved, failure: failing(messages.FALLBACKS.ui) },
  "solrFilters.updateSolr": { say: saved, failure: failing(messages.FALLBACKS.solr) },
  // The page then loads the collections, and says why they couldn't be read.
  "solrFilters.collections": { say: () => null, failure: { isProblem: true } },
  "solrFilters.updateCollections": {
    say: ({ msg, jobId }) => ({
      level: "info",
      text: msg,
      // The outcome replaces it when the job ends.
      ...(jobId !== null && {
        link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
        job: { id: jobId, title: "Update Collections" },
      }),
    }),
    failure: failing(messages.FALLBACKS.publish),
  },
};

type Calls = CallsOf<typeof solrFiltersFunction>["solrFilters"];

/** The tab Collection Filters. */
export interface CollectionsTabData {
  collections: CollectionItem[];
  /** The number of the collection that is chosen. */
  collection: string | null;
  filters: CollectionFilter[];
  /** Null without a collection, and when it couldn't be read. */
  preview: FilterPreview | null;
  /** The collections with the state of their filters. Null while one is chosen, and when they couldn't be read. */
  overview: ShownOverview | null;
  /** Why collections or filters couldn't be read. */
  problem: string | null;
}

/** A page of the list of collections. */
export interface ShownOverview {
  show: CollectionState;
  state: ListState;
  result: ListResult<CollectionOverview>;
  /** How many collections each choice of `show` has. */
  counts: Readonly<Record<CollectionState, number>>;
}

/** The tab Filters Definitions. */
export interface DefinitionsTabData {
  definitions: FilterDefinition[];
  /** How many collections have filters that aren't published. */
  unpublished: number;
  lastUpdate: LastUpdate | null;
  /** Why definitions couldn't be read. */
  problem: string | null;
}

export type SolrFiltersPageData =
  | ({ tab: "collections" } & CollectionsTabData)
  | ({ tab: "definitions" } & DefinitionsTabData);

/** Reads the tab that a request names, or the one of the last visit. */
export async function readSolrFiltersPage(
  request: Request,
  calls: Calls,
): Promise<{ page: SolrFiltersPageData; headers: HeadersInit }> {
  const { tab, headers } = await rememberTab(request, "solrTab", messages.FILTER_TABS);
  if (tab === "definitions") return { page: { tab, ...(await readDefinitionsTab(calls)) }, headers };
  return { page: { tab, ...(await readCollectionsTab(calls, new URL(request.url))) }, headers };
}

async function readCollectionsTab(calls: Calls, url: URL): Promise<CollectionsTabData> {
  const collection = url.searchParams.get("collection");
  const [list, filters, preview, overview] = await Promise.all([
    readOr(messages.FALLBACKS.collections, [], async () => (await calls.collections({})).collections),
    readOr(messages.FALLBACKS.filters, [], async () => {
      if (!collection) return [];
      const answer = await calls.collection({ id: collection, options: "false" });
      return answer.filters.map(({ filter }) => filter);
    }),
    readOr<FilterPreview | null>(messages.FALLBACKS.filters, null, async () =>
      collection ? calls.preview({ id: collection }) : null,
    ),
    readOr<ShownOverview | null>(messages.FALLBACKS.collections, null, async () =>
      collection ? null : readShownOverview(calls, url),
    ),
  ]);
  return {
    collections: list.value,
    collection,
    filters: filters.value,
    preview: preview.value,
    overview: overview.value,
    problem: list.problem ?? filters.problem ?? overview.problem,
  };
}

async function readShownOverview(calls: Calls, url: URL): Promise<ShownOverview> {
  const state = readListState(url, collectionsList);
  const named = url.searchParams.get("show");
  const show = COLLECTION_STATES.find((one) => one === named) ?? "all";
  let counts: ShownOverview["counts"] = { all: 0, filters: 0, unpublished: 0, empty: 0 };
  const result = await readListPage(state.page ?? 1, COLLECTIONS_PER_PAGE, async (page) => {
    const answer = await calls.overview({ search: state.search, show, page });
    counts = answer.counts;
    return answer;
  });
  return { show, state, result, counts };
}

async function readDefinitionsTab(calls: Calls): Promise<DefinitionsTabData> {
  const { value, problem } = await readOr(messages.FALLBACKS.filters, null, () => calls.definitions());
  const { filtersDef = [], unpublished = 0, lastUpdate = null } = value ?? {};
  return { definitions: filtersDef, unpublished, lastUpdate, problem };
}

/** The options of a filter for the dialog Update Options. */
export type OptionsAnswer = Awaited<ReturnType<typeof readOptionsAnswer>>;

/** Reads the options of a filter in a collection. */
export async function readOptionsAnswer(request: Request, calls: Calls) {
  const parameters = new URL(request.url).searchParams;
  const name = parameters.get("filter") ?? "";
  const { value, problem } = await readOr(messages.FALLBACKS.filters, undefined, async () => {
    const { filters } = await calls.collection({ id: parameters.get("collection") ?? "", optionsOf: name });
    const found = filters.find(({ filter }) => filter.name === name);
    if (!found?.filter.included) throw conflict(found ? messages.notIncluded(name) : messages.inactive(name));
    return found;
  });
  return { options: value?.options ?? [], version: value?.filter.version ?? 0, problem };
}
