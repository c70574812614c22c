import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { isDateText, toIsoDate } from "~/platform/dates/date-text";
import { formatUsDate } from "~/platform/dates/us-date";
import { jsonField, readForm } from "~/platform/form";
import { toDecimalString } from "~/platform/money/decimal";
import type { ActionAnswer, NoticeLevel } from "~/platform/notice";
import type { creditsCalls } from "./calls.server";
import { DUPLICATE_DECISIONS } from "./duplicates/schemas";
import { FILTER_FIELDS } from "./filter-address";
import { orderOf } from "./list";
import { CUSTOMERS_UPDATE, DATA_VALIDATION, FALLBACKS, lastDayOf, type NamedPerson } from "./messages";
import type { CreditOutcome, Repetition } from "./schemas";

const operationId = z.string().min(8).max(100);
/** A form asks first whether something was posted before. */
const onRepeat = z.enum(["ask", "post"]).default("ask");
const postingFields = { ids: z.string(), amount: z.string(), reference: z.string(), onRepeat, operationId };

/** The forms of the page. */
const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("issue"), ...postingFields, expirationDate: z.string().default("") }),
  z.object({ intent: z.literal("adjust"), ...postingFields }),
  z.object({
    intent: z.literal("add"),
    email: z.string(),
    amount: z.string(),
    reference: z.string(),
    onRepeat,
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
  z.object({ intent: z.literal("approve"), id: z.string(), onRepeat }),
  z.object({ intent: z.literal("decline"), id: z.string(), reason: z.string(), operationId }),
  z.object({ intent: z.literal("reverse"), id: z.string(), reason: z.string(), operationId }),
  z.object({ intent: z.literal("giveUp"), id: z.string(), reason: z.string() }),
  z.object({
    intent: z.literal("decideDuplicates"),
    ids: z.string(),
    decision: z.enum(DUPLICATE_DECISIONS),
    reason: z.string(),
  }),
]);
type CreditsIntent = z.output<typeof intent>;

type Credits = ContractRouterClient<typeof creditsCalls>;

/** A posted request, whose results the page follows. */
export interface PostedRequest {
  intent: "issue" | "adjust";
  amount: string;
  reference: string;
  expirationDate: string;
  /** Posting it again would not name the transaction that it reverses. That one offers the retry. */
  isReversal?: boolean;
  list: CreditOutcome[];
  /** The customers of a request that someone else made, which the page doesn't know. */
  people?: readonly NamedPerson[];
}

/** A request that repeats earlier postings, and the form's fields that post it anyway. */
export type UnconfirmedRequest = Repetition & { fields: Record<string, string> };

/** The answer of the page's action. */
export type CreditsAnswer = ActionAnswer & {
  posted?: PostedRequest;
  unconfirmed?: UnconfirmedRequest;
};

const FALLBACK_OF: Record<CreditsIntent["intent"], string> = {
  issue: FALLBACKS.issue,
  adjust: FALLBACKS.adjust,
  add: FALLBACKS.createCustomer,
  exportCustomers: FALLBACKS.exportCustomers,
  exportTransactions: FALLBACKS.exportTransactions,
  approve: FALLBACKS.issue,
  decline: FALLBACKS.issue,
  reverse: FALLBACKS.issue,
  giveUp: FALLBACKS.issue,
  decideDuplicates: FALLBACKS.issue,
};

/** Runs the request of a form of the page. */
export function answerCreditsForm(
  credits: Credits,
  form: FormData,
  { currency }: { currency: string },
): Promise<CreditsAnswer> {
  const input = readForm(form, intent);
  const options = {
    fallback: FALLBACK_OF[input.intent],
    title: CUSTOMERS_UPDATE,
    ...(input.intent === "exportTransactions" && ({ title: DATA_VALIDATION, withReason: true } as const)),
  };
  return answerWithFallback<CreditsAnswer>(options, () => runIntent(credits, input, currency));
}

async function runIntent(credits: Credits, input: CreditsIntent, currency: string): Promise<CreditsAnswer> {
  switch (input.intent) {
    case "issue": {
      const { ids, amount, reference, onRepeat, operationId: key } = input;
      const written = input.expirationDate.trim();
      const expirationDate = isDateText(written) ? formatUsDate(toIsoDate(written)) : written;
      const optional = expirationDate && { expirationDate };
      const body = { ids, amount, reference, ...optional, onRepeat, operationId: key };
      return postedAnswer(await credits.issueCredits({ headers: {}, body }), input, input.expirationDate);
    }
    case "adjust": {
      const { intent: _intent, ...body } = input;
      return postedAnswer(await credits.adjustBalances({ headers: {}, body }), input);
    }
    case "add": {
      const { intent: _intent, ...body } = input;
      const answer = await credits.addCustomer({ headers: {}, body });
      return answer.repetition ? unconfirmedAnswer(answer.repetition, input) : plainAnswer(answer);
    }
    case "exportCustomers": {
      const { search, sort, operationId: key } = input;
      const order = orderOf<"name" | "email" | "balance">(sort);
      return exportAnswer(await credits.exportCustomers({ search, ...order, operationId: key }), {
        text: FALLBACKS.exportCustomers,
      });
    }
    case "exportTransactions": {
      const { search, sort, filter, operationId: key } = input;
      const order = orderOf<"createdDate">(sort);
      return exportAnswer(
        await credits.exportTransactions({ ...filter, search, ...order, operationId: key }),
        { text: FALLBACKS.exportTransactions, title: DATA_VALIDATION },
      );
    }
    case "approve": {
      const answer = await credits.approve({ id: input.id, onRepeat: input.onRepeat });
      return answer.repetition
        ? unconfirmedAnswer(answer.repetition, input)
        : approvedAnswer(answer, currency);
    }
    case "decline":
      return plainAnswer(await credits.decline({ id: input.id, reason: input.reason }));
    case "giveUp":
      return plainAnswer(await credits.giveUp({ params: { id: input.id }, body: { reason: input.reason } }));
    case "decideDuplicates": {
      const { ids, decision, reason } = input;
      return plainAnswer(await credits.decideDuplicates({ ids: ids.split(","), decision, reason }));
    }
    case "reverse": {
      const { id, reason, operationId: key } = input;
      const { status, msg, list } = await credits.reverse({
        params: { id },
        headers: {},
        body: { reason, operationId: key },
      });
      // Also when it waits: the dialog must close, and must not offer to request it again.
      return { notice: { level: levelOf(status, list), text: msg }, ...(status && { accepted: true }) };
    }
  }
}

const plainAnswer = ({ status, msg }: { status: boolean; msg: string }): CreditsAnswer => ({
  notice: { level: status ? "success" : "critical", text: msg },
});

const exportAnswer = (
  { msg, jobId }: { msg: string; jobId: string },
  failure: { text: string; title?: string },
): CreditsAnswer => ({
  notice: {
    level: "info",
    // Only a failed export of transactions has another title.
    title: CUSTOMERS_UPDATE,
    text: msg,
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, title: CUSTOMERS_UPDATE, writesFile: true, failure },
  },
});

/** Without a notice: the form itself shows the question. */
const unconfirmedAnswer = (
  repetition: Repetition,
  fields: Extract<CreditsIntent, { onRepeat: string }>,
): CreditsAnswer => ({ unconfirmed: { ...repetition, fields: { ...fields, onRepeat: "post" } } });

function postedAnswer(
  { status, msg, list, repetition }: Awaited<ReturnType<Credits["issueCredits"]>>,
  fields: Extract<CreditsIntent, { intent: "issue" | "adjust" }>,
  expirationDate = "",
): CreditsAnswer {
  if (repetition) return unconfirmedAnswer(repetition, fields);
  const { intent: what, amount, reference } = fields;
  return {
    notice: { level: levelOf(status, list), text: msg },
    posted: { intent: what, amount, reference, expirationDate, list },
  };
}

/** The answer to an approval: the new postings, as if the request had been entered here. */
function approvedAnswer(
  { status, msg, list, people, approval, reversedCents }: Awaited<ReturnType<Credits["approve"]>>,
  currency: string,
): CreditsAnswer {
  const { type, amountCents, reference, expirationDate, reversesId } = approval;
  return {
    notice: { level: levelOf(status, list), text: msg },
    posted: {
      intent: type === "Credit" ? "issue" : "adjust",
      amount: toDecimalString(reversedCents ?? amountCents, currency),
      reference,
      expirationDate: expirationDate ? lastDayOf(expirationDate) : "",
      isReversal: reversesId !== null,
      list,
      people,
    },
  };
}

const levelOf = (status: boolean, list: readonly CreditOutcome[]): NoticeLevel => {
  if (list.every(({ postingId }) => postingId !== null)) return "success";
  return status ? "warning" : "critical";
};
