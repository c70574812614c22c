import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { type ListDeclaration, type ListResult, readListState } from "~/platform/list";
import type { giveawaysCalls } from "./calls.server";
import { placesList } from "./draw/list";
import { ENTRANT_TABS, entrantsList } from "./entrants/list";
import { GIVEAWAY_TABS, giveawaysList, type SortField } from "./list";
import { FALLBACKS } from "./messages";

type Calls = ContractRouterClient<typeof giveawaysCalls>;

/** Loads the requested tab with its data. */
export async function readGiveawaysPage(url: URL, giveaways: Calls) {
  const tab = GIVEAWAY_TABS.find((one) => one === url.searchParams.get("tab")) ?? "manage";
  if (tab === "report") {
    const { list } = await readWithFallback(FALLBACKS.get, () => giveaways.names());
    return { tab, choices: list } as const;
  }
  const state = readListState(url, giveawaysList);
  const { search, sort } = state;
  const [sortField, sortOrder] = sort.split(" ") as [SortField, "asc" | "desc"];
  const { pageSize } = giveawaysList;
  const result = await readWithFallback(search ? FALLBACKS.query : FALLBACKS.load, () =>
    readListPage(state.page ?? 1, pageSize, (page) =>
      giveaways.list({ search, sortField, sortOrder, page, pageSize }),
    ),
  );
  const rows = result.rows.map(({ id, ...row }) => ({ ...row, id: String(id) }));
  return { tab, state, result: { ...result, rows } } as const;
}

/** Loads a giveaway with its entrants. */
export async function readEntrantsPage(url: URL, id: number, giveaways: Calls) {
  const state = readListState(url, entrantsList);
  const tab = ENTRANT_TABS.find((one) => one === url.searchParams.get("tab")) ?? "all";
  const { search, sort } = state;
  const [giveaway, result] = await Promise.all([
    giveaways.detail({ id }),
    readListPage(state.page ?? 1, entrantsList.pageSize, (page) =>
      giveaways.entrants({ id, tab, search, sort, page, pageSize: entrantsList.pageSize }),
    ),
  ]);
  return { giveaway, tab, state, result: withIds(result, ({ number }) => String(number)) };
}

/** Loads a draw with its entrants. */
export async function readDrawPage(url: URL, id: number, draw: number, giveaways: Calls) {
  const list: ListDeclaration = placesList;
  const state = readListState(url, list);
  const [giveaway, drawn, result] = await Promise.all([
    giveaways.detail({ id }),
    giveaways.drawDetail({ id, draw }),
    readListPage(state.page ?? 1, list.pageSize, (page) =>
      giveaways.places({ id, draw, page, pageSize: list.pageSize }),
    ),
  ]);
  return { giveaway, draw: drawn, state, result: withIds(result, ({ rank }) => String(rank)) };
}

const withIds = <Row>(
  result: ListResult<Row>,
  idOf: (row: Row) => string,
): ListResult<Row & { id: string }> => ({
  ...result,
  rows: result.rows.map((row) => ({ ...row, id: idOf(row) })),
});
