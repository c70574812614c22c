import type { ContractRouterClient } from "@orpc/contract";
import type { Texts } from "~/core/answer-call.server";
import { deletionNotice } from "~/core/audit/deletion.server";
import type { ContractsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { type ListResult, readListState } from "~/platform/list";
import type { giveawaysCalls } from "./calls.server";
import { placesList } from "./draw/list.server";
import { entrantsList } from "./entrants/list.server";
import { ENTRANT_TABS } from "./entrants/states";
import { giveawayCall, type giveawaysFunction } from "./function";
import { giveawaysList } from "./list.server";
import { FALLBACKS, GIVEAWAY_TABS } from "./messages";

type Calls = ContractRouterClient<typeof giveawaysCalls>;

type GiveawayTexts = Texts<ContractsOf<typeof giveawaysFunction>>;

const textOf = ({ msg }: { msg: string }) => msg;

const failing = (fallback: string) => ({ texts: { fallback } });

const jobLink = (jobId: string) => ({ label: "Open in Jobs", url: `/jobs/${jobId}` });

/** The calls that the Giveaways screen posts, and what it says after them. */
export const giveawayTexts: GiveawayTexts = {
  "giveaways.create": { say: textOf, failure: failing(FALLBACKS.create) },
  "giveaways.change": { say: textOf, failure: failing(FALLBACKS.update) },
  "giveaways.remove": {
    say: (answer, { id }) =>
      deletionNotice(answer, {
        done: answer.msg,
        before: `${answer.giveaway.name} was already deleted`,
        undo: giveawayCall("giveaways.restore", { id, isUndo: true }),
      }),
    failure: failing(FALLBACKS.remove),
  },
  "giveaways.restore": { say: textOf, failure: failing(FALLBACKS.update) },
  "giveaways.report": {
    say: ({ msg, jobId }) => ({
      text: msg,
      link: jobLink(jobId),
      job: { id: jobId, writesFile: true, failure: { text: FALLBACKS.report }, keepsNotice: true },
    }),
    failure: failing(FALLBACKS.report),
  },
};

/** The calls that the page of the entrants posts, and what it says after them. */
export const entrantTexts: GiveawayTexts = {
  "giveaways.setWeight": textOf,
  "giveaways.disqualify": textOf,
  "giveaways.reinstate": textOf,
  "giveaways.exportEntrants": ({ msg, jobId }) => ({
    level: "info",
    text: msg,
    link: jobLink(jobId),
    job: { id: jobId, writesFile: true },
  }),
};

/** The call that the page of the draws posts, and what it says after it. */
export const drawsTexts: GiveawayTexts = {
  "giveaways.draw": ({ msg, jobId }) => ({
    level: "info",
    text: msg,
    link: jobLink(jobId),
    job: { id: jobId },
  }),
};

/** The calls that the page of one draw posts, and what it says after them. */
export const drawTexts: GiveawayTexts = {
  "giveaways.verify": () => null,
  "giveaways.mailWinners": ({ msg, count, blocked }) =>
    blocked > 0
      ? { level: "warning", text: msg, accepted: true }
      : { level: count > 0 ? "success" : "info", text: msg },
  "giveaways.drawFile": ({ msg, jobId }) => ({
    level: "info",
    text: msg,
    link: jobLink(jobId),
    job: { id: jobId, writesFile: true },
  }),
  "giveaways.changePlace": ({ msg }, { id, draw, rank }) => ({
    text: msg,
    undo: { label: "Undo", call: giveawayCall("giveaways.putBack", { id, draw, rank, isUndo: true }) },
  }),
  "giveaways.putBack": textOf,
};

/** Loads the requested tab with its data. */
export async function readGiveawaysPage(url: URL, giveaways: Calls) {
  const tab = GIVEAWAY_TABS.find((one) => one === url.searchParams.get("tab")) ?? "manage";
  if (tab === "report") {
    const { list } = await readWithFallback(FALLBACKS.get, () => giveaways.names());
    return { tab, choices: list } as const;
  }
  const state = readListState(url, giveawaysList);
  const { search, sort } = state;
  const [sortField, sortOrder] = sort.split(" ") as [string, "asc" | "desc"];
  const { pageSize } = giveawaysList;
  const result = await readWithFallback(search ? FALLBACKS.query : FALLBACKS.load, () =>
    readListPage(state.page ?? 1, pageSize, (page) =>
      giveaways.list({ search, sortField, sortOrder, page, pageSize }),
    ),
  );
  const rows = result.rows.map(({ id, ...row }) => ({ ...row, id: String(id) }));
  const list = giveawaysList.declaration;
  return { tab, list, state, result: { ...result, rows } } as const;
}

/** Loads a giveaway with its entrants. */
export async function readEntrantsPage(url: URL, id: number, giveaways: Calls) {
  const state = readListState(url, entrantsList);
  const tab = ENTRANT_TABS.find((one) => one === url.searchParams.get("tab")) ?? "all";
  const { search, sort } = state;
  const [giveaway, hits, result] = await Promise.all([
    giveaways.detail({ id }),
    search ? giveaways.entrantHits({ id, search }) : undefined,
    readListPage(state.page ?? 1, entrantsList.pageSize, (page) =>
      giveaways.entrants({ id, tab, search, sort, page, pageSize: entrantsList.pageSize }),
    ),
  ]);
  const list = entrantsList.declaration;
  return { list, giveaway, tab, state, hits, result: withIds(result, ({ number }) => String(number)) };
}

/** Loads the draws of a giveaway. */
export async function readDrawsPage(id: number, giveaways: Calls) {
  const [giveaway, { next, list }] = await Promise.all([giveaways.detail({ id }), giveaways.draws({ id })]);
  return { giveaway, next, draws: list };
}

/** Loads a draw with its entrants. */
export async function readDrawPage(url: URL, id: number, draw: number, giveaways: Calls) {
  const list = placesList.declaration;
  const state = readListState(url, list);
  const [giveaway, drawn, result] = await Promise.all([
    giveaways.detail({ id }),
    giveaways.drawDetail({ id, draw }),
    readListPage(state.page ?? 1, list.pageSize, (page) =>
      giveaways.places({ id, draw, page, pageSize: list.pageSize }),
    ),
  ]);
  return { list, giveaway, draw: drawn, state, result: withIds(result, ({ rank }) => String(rank)) };
}

const withIds = <Row>(
  result: ListResult<Row>,
  idOf: (row: Row) => string,
): ListResult<Row & { id: string }> => ({
  ...result,
  rows: result.rows.map((row) => ({ ...row, id: idOf(row) })),
});
