import { useEffect, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { CallsOf } from "~/core/function-entry";
import { formatUsDate, isDateText, toIsoDate } from "~/platform/dates/date-text";
import { toDecimalString } from "~/platform/money/decimal";
import type { PageCall } from "~/platform/page-call";
import { useFrame } from "~/ui/frame";
import { creditCall, type creditsFunction } from "../function";
import { lastDayOf, type NamedPerson } from "../messages";
import type { CreditOutcome } from "../schemas";

type Credits = CallsOf<typeof creditsFunction>["credits"];

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

/** What a posting's form gives its call. */
export interface PostingFields {
  /** Joined by commas. */
  ids: string;
  amount: string;
  reference: string;
  /** As it was typed, or null for none. Absent where nothing can expire. */
  expirationDate?: string | null;
}

/** The call that posts. @param onRepeat a form asks first whether something was posted before */
export function postingCall(
  intent: PostedRequest["intent"],
  { ids, amount, reference, expirationDate }: PostingFields,
  onRepeat: "ask" | "post" = "ask",
): PageCall {
  const body = { ids, amount, reference, onRepeat };
  if (intent === "adjust") return creditCall("credits.adjustBalances", { body });
  const day = dayOf(expirationDate ?? "");
  return creditCall("credits.issueCredits", { body: { ...body, ...(day && { expirationDate: day }) } });
}

/** As the call takes it, MM/DD/YYYY. A text that isn't a day is sent as it is, and the call refuses it. */
function dayOf(typed: string): string {
  const text = typed.trim();
  return isDateText(text) ? formatUsDate(toIsoDate(text)) : text;
}

/**
 * Calls `onPosted` once for each request that was posted. It doesn't wait until the list is read again: the banner is shown before that,
 * and the button that opened the panel would close it.
 * @param answer the latest one, which stays
 */
export function usePosted(answer: CallAnswer | undefined, onPosted: (request: PostedRequest) => void): void {
  const { currency } = useFrame().shop;
  const reported = useRef<CallAnswer>();
  useEffect(() => {
    if (!answer || reported.current === answer) return;
    reported.current = answer;
    const request = postedRequestOf(answer, currency);
    if (request) onPosted(request);
  }, [answer, currency, onPosted]);
}

/** The request that an answer is about. Null where nothing was posted. */
export function postedRequestOf({ posted, value }: CallAnswer, currency: string): PostedRequest | null {
  const answer = value as Awaited<ReturnType<Credits["issueCredits"]>> | undefined;
  if (!posted || !answer || answer.repetition) return null;
  if (posted.call === "credits.approve") return approvedRequest(value as never, currency);
  const { amount = "", reference = "", expirationDate } = posted.input.body as Partial<PostingFields>;
  const intent = posted.call === "credits.issueCredits" ? "issue" : "adjust";
  return { intent, amount, reference, expirationDate: expirationDate ?? "", list: answer.list };
}

/** The new postings, as if the request had been entered here. */
function approvedRequest(
  { list, people, approval, reversedCents }: Awaited<ReturnType<Credits["approve"]>>,
  currency: string,
): PostedRequest {
  const { type, amountCents, reference, expirationDate, reversesId } = approval;
  return {
    intent: type === "Credit" ? "issue" : "adjust",
    amount: toDecimalString(reversedCents ?? amountCents, currency),
    reference,
    expirationDate: expirationDate ? lastDayOf(expirationDate) : "",
    isReversal: reversesId !== null,
    list,
    people,
  };
}
