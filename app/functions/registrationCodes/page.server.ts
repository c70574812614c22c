import type { Texts } from "~/core/answer-call.server";
import { deletionNotice } from "~/core/audit/deletion.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { EXPIRATION_FILTERS } from "~/domain/codes/code-tags";
import { codesList } from "~/domain/codes/list.server";
import { readOr } from "~/platform/contract/answer-with-fallback.server";
import { type ListResult, onOnePage, readListState, withKnownSort } from "~/platform/list";
import { SUCCESS_SECONDS } from "~/platform/notice";
import { rememberTab } from "~/platform/tab-memory.server";
import { codeCall, registrationCodesFunction } from "./function";
import { historyList } from "./list.server";
import { CLOSES_AFTER_MS, CODE_TABS, FALLBACKS } from "./messages";

const textsOf = (fallback: string) => ({
  // The dialog is in front of it until it closes.
  say: ({ msg: text }: { msg: string }) => ({ text, seconds: CLOSES_AFTER_MS / 1_000 + SUCCESS_SECONDS }),
  failure: { texts: { fallback, withReason: true as const } },
});

/** The calls that the page posts, and what it says after them. */
export const codeTexts: Texts<ContractsOf<typeof registrationCodesFunction>> = {
  "registrationCodes.create": textsOf(FALLBACKS.create),
  "registrationCodes.update": textsOf(FALLBACKS.update),
  "registrationCodes.updateEmailDomains": textsOf(FALLBACKS.emailDomains),
  "registrationCodes.generate": {
    say: ({ msg: text }, { pattern }) => ({
      text,
      link: {
        url: `${registrationCodesFunction.path}?${new URLSearchParams({ q: pattern.split("#")[0] ?? "" })}`,
        label: "Show them",
      },
    }),
    failure: { texts: { fallback: FALLBACKS.generate, withReason: true } },
  },
  "registrationCodes.deactivate": {
    say: ({ msg, data, ...deactivation }, { id }) =>
      deletionNotice(deactivation, {
        done: msg,
        before: `Registration code ${data.registrationCode} was already deactivated`,
        undo: codeCall("registrationCodes.reactivate", { id, isUndo: true }),
      }),
    failure: { texts: { fallback: FALLBACKS.deactivate, withReason: true } },
  },
  "registrationCodes.reactivate": {
    say: ({ msg }) => msg,
    failure: { texts: { fallback: FALLBACKS.reactivate, withReason: true } },
  },
};

/** In the place of rows that couldn't be read. */
const NO_ROWS: ListResult<never> = onOnePage([]);

/** Loads the requested tab with its data. */
export async function readCodesPage(request: Request, calls: CallsOf<typeof registrationCodesFunction>) {
  const url = new URL(request.url);
  const { tab, headers } = await rememberTab(request, "registrationCodesTab", CODE_TABS);
  return { headers, page: tab === "history" ? await readHistory(url, calls) : await readCodes(url, calls) };
}

async function readCodes(
  url: URL,
  { registrationCodes, partners }: CallsOf<typeof registrationCodesFunction>,
) {
  const state = readListState(withKnownSort(url, codesList), codesList);
  const active = EXPIRATION_FILTERS.find((one) => one === url.searchParams.get("active")) ?? "Active";
  const { search, sort } = state;
  const { pageSize } = codesList;
  const [codes, offered] = await Promise.all([
    readOr(FALLBACKS.load, NO_ROWS, () =>
      readListPage(state.page ?? 1, pageSize, (page) =>
        registrationCodes.list({ active, search, sort, page, pageSize }),
      ),
    ),
    readOr(FALLBACKS.partners, [], async () => (await partners.list()).list),
  ]);
  const rows = codes.value.rows.map(({ id, ...row }) => ({ ...row, id: String(id) }));
  return {
    tab: "list",
    list: codesList.declaration,
    active,
    state,
    result: { ...codes.value, rows },
    problem: codes.problem,
    partners: offered.value,
    partnersProblem: offered.problem,
  } as const;
}

async function readHistory(url: URL, { registrationCodes }: CallsOf<typeof registrationCodesFunction>) {
  const list = historyList.declaration;
  const state = readListState(withKnownSort(url, list), list);
  const { pageSize } = list;
  const { value, problem } = await readOr(FALLBACKS.load, NO_ROWS, () =>
    readListPage(state.page ?? 1, pageSize, (page) => registrationCodes.history({ page, pageSize })),
  );
  return { tab: "history", list, state, result: value, problem } as const;
}
