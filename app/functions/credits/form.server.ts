import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { jsonField, readForm } from "~/platform/form";
import { decimalOf } from "~/platform/money";
import type { ActionAnswer, NoticeLevel } from "~/platform/notice";
import { isDay, keptDay, shownDay } from "~/platform/written-day";
import type { creditsContract } from "./contract";
import { FILTER_FIELDS } from "./filter-address";
import { lastDayOf } from "./last-day";
import { orderOf } from "./list";
import { CUSTOMERS_UPDATE, DATA_VALIDATION, FALLBACKS, type NamedPerson } from "./messages";
import type { CreditOutcome } from "./outcome-contract";

const operationId = z.string().min(8).max(100);
const posting = { ids: z.string(), amount: z.string(), reference: z.string(), operationId };

/** What the screen's forms ask for. */
const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("issue"), ...posting, expirationDate: z.string().default("") }),
  z.object({ intent: z.literal("adjust"), ...posting }),
  z.object({
    intent: z.literal("add"),
    email: z.string(),
    amount: z.string(),
    reference: z.string(),
    operationId,
  }),
  z.object({ intent: z.literal("exportCustomers"), search: z.string(), sort: z.string(), operationId }),
  z.object({
    intent: z.literal("exportTransactions"),
    search: z.string(),
    sort: z.string(),
    filter: jsonField(z.partialRecord(z.enum(FILTER_FIELDS), z.string())),
    operationId,
  }),
  z.object({ intent: z.literal("approve"), id: z.string() }),
  z.object({ intent: z.literal("decline"), id: z.string(), reason: z.string(), operationId }),
  z.object({ intent: z.literal("reverse"), id: z.string(), reason: z.string(), operationId }),
  z.object({ intent: z.literal("giveUp"), id: z.string(), reason: z.string() }),
]);
type Asked = z.output<typeof intent>;

type Credits = ContractRouterClient<typeof creditsContract>;

/** What was posted, for the page to show what becomes of each. */
export interface PostedRequest {
  intent: "issue" | "adjust";
  amount: string;
  reference: string;
  expirationDate: string;
  list: CreditOutcome[];
  /** Whom it is about, where the page does not know: the customers of a request that somebody else had asked for. */
  people?: readonly NamedPerson[];
}

/** The answer of the screen's action. */
export type CreditsAnswer = ActionAnswer & { posted?: PostedRequest; jobId?: string };

const FALLBACK_OF: Record<Asked["intent"], string> = {
  issue: FALLBACKS.issue,
  adjust: FALLBACKS.adjust,
  add: FALLBACKS.createCustomer,
  exportCustomers: FALLBACKS.exportCustomers,
  exportTransactions: FALLBACKS.exportTransactions,
  approve: FALLBACKS.issue,
  decline: FALLBACKS.issue,
  reverse: FALLBACKS.issue,
  giveUp: FALLBACKS.issue,
};

/** Carries out what a form of the screen asks for, and says what came of it. */
export function answerCreditsForm(credits: Credits, form: FormData): Promise<CreditsAnswer> {
  const asked = readForm(form, intent);
  const title = asked.intent === "exportTransactions" ? DATA_VALIDATION : CUSTOMERS_UPDATE;
  const telling = { fallback: FALLBACK_OF[asked.intent], title };
  return answerWithFallback<CreditsAnswer>(telling, () => carryOut(credits, asked));
}

async function carryOut(credits: Credits, asked: Asked): Promise<CreditsAnswer> {
  switch (asked.intent) {
    case "issue": {
      const { ids, amount, reference, operationId: key } = asked;
      const written = asked.expirationDate.trim();
      const expirationDate = isDay(written) ? shownDay(keptDay(written)) : written;
      const body = { ids, amount, reference, ...(expirationDate && { expirationDate }), operationId: key };
      return saidOfPosted(await credits.issueCredits({ headers: {}, body }), asked, asked.expirationDate);
    }
    case "adjust": {
      const { intent: _intent, ...body } = asked;
      return saidOfPosted(await credits.adjustBalances({ headers: {}, body }), asked);
    }
    case "add": {
      const { intent: _intent, ...body } = asked;
      return said(await credits.addCustomer({ headers: {}, body }));
    }
    case "exportCustomers": {
      const { search, sort, operationId: key } = asked;
      const order = orderOf<"name" | "email" | "balance">(sort);
      return saidOfExport(await credits.exportCustomers({ search, ...order, operationId: key }));
    }
    case "exportTransactions": {
      const { search, sort, filter, operationId: key } = asked;
      const order = orderOf<"createdDate">(sort);
      return saidOfExport(
        await credits.exportTransactions({ ...filter, search, ...order, operationId: key }),
      );
    }
    case "approve":
      return saidOfApproved(await credits.approve({ id: asked.id }));
    case "decline":
      return said(await credits.decline({ id: asked.id, reason: asked.reason }));
    case "giveUp":
      return said(await credits.giveUp({ params: { id: asked.id }, body: { reason: asked.reason } }));
    case "reverse": {
      const { id, reason, operationId: key } = asked;
      return said(await credits.reverse({ params: { id }, headers: {}, body: { reason, operationId: key } }));
    }
  }
}

const said = ({ status, msg }: { status: boolean; msg: string }): CreditsAnswer => ({
  notice: { level: status ? "success" : "critical", text: msg },
});

const saidOfExport = ({ msg, jobId }: { msg: string; jobId: string }): CreditsAnswer => ({
  notice: { level: "info", text: msg, link: { label: "Open in the job centre", url: `/jobs/${jobId}` } },
  jobId,
});

function saidOfPosted(
  { status, msg, list }: { status: boolean; msg: string; list: CreditOutcome[] },
  { intent: what, amount, reference }: Extract<Asked, { intent: "issue" | "adjust" }>,
  expirationDate = "",
): CreditsAnswer {
  return {
    notice: { level: levelOf(status, list), text: msg },
    posted: { intent: what, amount, reference, expirationDate, list },
  };
}

/** What is on its way now, each customer's, as if it had been asked for here. */
function saidOfApproved({
  status,
  msg,
  list,
  people,
  approval: { type, amountCents, reference, expirationDate },
}: Awaited<ReturnType<Credits["approve"]>>): CreditsAnswer {
  return {
    notice: { level: levelOf(status, list), text: msg },
    posted: {
      intent: type === "Credit" ? "issue" : "adjust",
      amount: decimalOf(amountCents),
      reference,
      expirationDate: expirationDate ? lastDayOf(expirationDate) : "",
      list,
      people,
    },
  };
}

const levelOf = (status: boolean, list: readonly CreditOutcome[]): NoticeLevel => {
  if (list.every(({ postingId }) => postingId !== null)) return "success";
  return status ? "warning" : "critical";
};
