import { useEffect, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { CallsOf } from "~/core/function-entry";
import { toDecimalString } from "~/platform/money/decimal";
import { useFrame } from "~/ui/frame";
import type { creditsFunction } from "../function";
import { lastDayOf, type NamedPerson } from "../messages";
import type { CreditOutcome } from "../schemas";

type Credits = CallsOf<typeof creditsFunction>["credits"];

/** A posted request, whose results the page follows. */
export interface PostedRequest {
  call: "credits.issueCredits" | "credits.adjustBalances";
  amount: string;
  reference: string;
  /** MM/DD/YYYY. Null for credit that doesn't expire. Absent where nothing can expire. */
  expirationDate?: string | null;
  /** Posting it again would not name the transaction that it reverses. That one offers the retry. */
  isReversal?: boolean;
  list: CreditOutcome[];
  /** The customers of a request that someone else made, which the page doesn't know. */
  people?: readonly NamedPerson[];
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
  const { amount, reference, expirationDate } = posted.input.body as Omit<PostedRequest, "call" | "list">;
  const call = posted.call as PostedRequest["call"];
  return { call, amount, reference, expirationDate, list: answer.list };
}

/** The new postings, as if the request had been entered here. */
function approvedRequest(
  { list, people, approval, reversedCents }: Awaited<ReturnType<Credits["approve"]>>,
  currency: string,
): PostedRequest {
  const { type, amountCents, reference, expirationDate, reversesId } = approval;
  return {
    call: type === "Credit" ? "credits.issueCredits" : "credits.adjustBalances",
    amount: toDecimalString(reversedCents ?? amountCents, currency),
    reference,
    expirationDate: expirationDate && lastDayOf(expirationDate),
    isReversal: reversesId !== null,
    list,
    people,
  };
}
