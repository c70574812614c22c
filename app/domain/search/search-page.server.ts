import { readSyncPage, type SyncPageData } from "~/core/syncs/read-sync-page.server";
import type { SyncAnswer, SyncLineAnswer } from "~/core/syncs/sync-schemas";
import { readOr } from "~/platform/contract/answer-with-fallback.server";
import { rememberTab } from "~/platform/tab-memory.server";
import type { IndexedField } from "./index-fields.server";
import type { ComparisonResult } from "./inspect/compare-catalog.server";
import type { Inspection } from "./inspect/inspect-product.server";
import type { FoundProducts } from "./inspect/try-search.server";
import { SEARCH_TABS } from "./search-tabs";
import type { PendingChanges } from "./sync-state";

/** The calls of an engine that its page makes. */
interface Calls {
  list(): Promise<{ list: SyncAnswer[]; configured: boolean; changes: PendingChanges }>;
  log(input: { f: string }): Promise<{ json: SyncLineAnswer[] }>;
  fields(): Promise<{ fields: IndexedField[] }>;
  inspect(input: { product: string }): Promise<Inspection>;
  comparison(): Promise<ComparisonData>;
  search(input: { q?: string; facets?: string }): Promise<FoundProducts>;
}

/** The newest comparison of an index with the catalog. */
export interface ComparisonData {
  run: SyncAnswer | null;
  /** The one that ended last. The newest may have started since. */
  ended: SyncAnswer | null;
  result: ComparisonResult | null;
  at: string | null;
}

interface SyncsTabData extends SyncPageData {
  /** Whether the engine is set up. True while that isn't known, because the list couldn't be read. */
  configured: boolean;
  /** Null when the list couldn't be read. */
  changes: PendingChanges | null;
}

export interface InspectorData {
  /** Whether the engine is set up. */
  configured: boolean;
  /** The product that was searched. */
  product: string;
  inspection: Inspection | null;
  comparison: ComparisonData;
}

export interface TrySearchData {
  /** Whether the engine is set up. */
  configured: boolean;
  q: string;
  /** The chosen values, by the engine's name of the field. */
  chosen: Record<string, string>;
  found: FoundProducts | null;
}

/** Why the tab's data couldn't be read. */
type WithProblem<Data> = Data & { problem: string | null };

export type SearchPageData =
  | ({ tab: "syncs" } & SyncsTabData)
  | ({ tab: "fields" } & WithProblem<{ fields: IndexedField[] }>)
  | ({ tab: "inspector" } & WithProblem<InspectorData>)
  | ({ tab: "search" } & WithProblem<TrySearchData>);

/** Reads the tab that a request names, or the one of the last visit. @param name of the engine */
export async function readSearchPage(
  request: Request,
  calls: Calls,
  name: string,
): Promise<{ page: SearchPageData; headers: HeadersInit }> {
  const { tab, headers } = await rememberTab(request, `${name}Tab`, SEARCH_TABS);
  const parameters = new URL(request.url).searchParams;
  switch (tab) {
    case "syncs":
      return { page: { tab, ...(await readSyncs(calls, parameters.get("log"))) }, headers };
    case "fields": {
      const { value, problem } = await readOr(
        "Error getting fields",
        [],
        async () => (await calls.fields()).fields,
      );
      return { page: { tab, fields: value, problem }, headers };
    }
    case "inspector":
      return {
        page: { tab, ...(await readInspector(calls, parameters.get("product")?.trim() ?? "")) },
        headers,
      };
    case "search":
      return { page: { tab, ...(await readSearch(calls, parameters)) }, headers };
  }
}

async function readSyncs(calls: Calls, fileName: string | null): Promise<SyncsTabData> {
  let configured = true;
  let changes: PendingChanges | null = null;
  const list = async () => {
    const answer = await calls.list();
    ({ configured, changes } = answer);
    return answer;
  };
  const page = await readSyncPage({ list, log: calls.log }, fileName);
  return { ...page, configured, changes };
}

const NO_COMPARISON: ComparisonData = { run: null, ended: null, result: null, at: null };

/** True while that isn't known. */
const isConfigured = async (calls: Calls): Promise<boolean> =>
  (await readOr("Error getting the syncs", true, async () => (await calls.list()).configured)).value;

async function readInspector(calls: Calls, product: string): Promise<WithProblem<InspectorData>> {
  const [configured, comparison, inspected] = await Promise.all([
    isConfigured(calls),
    readOr("Error getting the comparison", NO_COMPARISON, () => calls.comparison()),
    readOr<Inspection | null>("The product can't be shown", null, async () =>
      product ? await calls.inspect({ product }) : null,
    ),
  ]);
  return {
    configured,
    product,
    inspection: inspected.value,
    comparison: comparison.value,
    problem: inspected.problem ?? comparison.problem,
  };
}

async function readSearch(calls: Calls, parameters: URLSearchParams): Promise<WithProblem<TrySearchData>> {
  const q = parameters.get("q")?.trim() ?? "";
  const facets = parameters.get("facets") ?? "{}";
  const configured = await isConfigured(calls);
  const { value: found, problem } = await readOr<FoundProducts | null>("Error searching", null, async () =>
    configured ? calls.search({ q, facets }) : null,
  );
  return {
    configured,
    q,
    chosen: found ? (JSON.parse(facets) as Record<string, string>) : {},
    found,
    problem,
  };
}
