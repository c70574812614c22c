import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import type { NoticeLevel } from "~/platform/notice";
import type { creditsFunction } from "./function";
import { CUSTOMERS_UPDATE, DATA_VALIDATION, FALLBACKS } from "./messages";
import { CHECK_STARTED, COMPARISON_STARTED } from "./reconciliation/list";
import type { CreditOutcome, Repetition } from "./schemas";

type CreditTexts = Texts<ContractsOf<typeof creditsFunction>>;

const failing = (fallback: string) => ({ texts: { fallback, title: CUSTOMERS_UPDATE } });

/** The calls that the page of credits posts, and what it says after them. */
export const creditTexts: CreditTexts = {
  "credits.issueCredits": { say: postedNotice, failure: failing(FALLBACKS.issue), echo: true },
  "credits.adjustBalances": { say: postedNotice, failure: failing(FALLBACKS.adjust), echo: true },
  "credits.approve": { say: postedNotice, failure: failing(FALLBACKS.issue), echo: true },
  "credits.addCustomer": {
    say: (answer) => (answer.repetition ? false : noticeOf(answer)),
    failure: failing(FALLBACKS.createCustomer),
    echo: true,
  },
  "credits.decline": { say: noticeOf, failure: failing(FALLBACKS.issue) },
  "credits.cancel": { say: noticeOf, failure: failing(FALLBACKS.issue) },
  "credits.decideDuplicates": { say: noticeOf, failure: failing(FALLBACKS.issue) },
  "credits.reverse": {
    // Also when it waits: the dialog must close, and must not offer to request it again.
    say: ({ status, msg, list }) => ({
      level: levelOf(status, list),
      text: msg,
      ...(status && { accepted: true as const }),
    }),
    failure: failing(FALLBACKS.issue),
  },
  "credits.exportCustomers": {
    say: (started) => exportNotice(started, { text: FALLBACKS.exportCustomers }),
    failure: failing(FALLBACKS.exportCustomers),
  },
  "credits.exportTransactions": {
    say: (started) => exportNotice(started, { text: FALLBACKS.exportTransactions, title: DATA_VALIDATION }),
    failure: { texts: { fallback: FALLBACKS.exportTransactions, title: DATA_VALIDATION, withReason: true } },
  },
};

/** The calls that the page Reconciliation posts, and what it says after them. */
export const reconciliationTexts: CreditTexts = {
  "ledgerProof.prove": () => ({ level: "info", text: CHECK_STARTED }),
  "ledgerProof.compare": () => ({ level: "info", text: COMPARISON_STARTED }),
};

function noticeOf({ status, msg }: { status: boolean; msg: string }) {
  const level: NoticeLevel = status ? "success" : "critical";
  return { level, text: msg };
}

interface PostedAnswer {
  status: boolean;
  msg: string;
  list: readonly CreditOutcome[];
  repetition?: Repetition;
}

/** Nothing where the request repeats earlier ones: the form itself shows the question. */
function postedNotice({ status, msg, list, repetition }: PostedAnswer) {
  return repetition ? (false as const) : { level: levelOf(status, list), text: msg };
}

function exportNotice(
  { msg, jobId }: { msg: string; jobId: string },
  failure: { text: string; title?: string },
) {
  return {
    level: "info" as const,
    // Only a failed export of transactions has another title.
    title: CUSTOMERS_UPDATE,
    text: msg,
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, title: CUSTOMERS_UPDATE, writesFile: true as const, failure },
  };
}

function levelOf(status: boolean, list: readonly CreditOutcome[]): NoticeLevel {
  if (list.every(({ postingId }) => postingId !== null)) return "success";
  return status ? "warning" : "critical";
}
