import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { refusalIn, screenMessage, sentenceIn } from "~/platform/contract/answer";
import { answerWithFallback, type ResultTexts } from "~/platform/contract/answer-with-fallback.server";
import { badRequest } from "~/platform/errors";
import type { ActionAnswer, Notice } from "~/platform/notice";
import type { PageCall } from "~/platform/page-call";
import type { Contracts } from "./function-entry";
import type { CallInput, CallName, CallOutput } from "./page-call";

/**
 * What a page says after a call. A text alone is a success. A warning that isn't a refusal is `accepted`. A redirect says nothing, and
 * opens another page. False where nothing was done yet, because the page has to ask first.
 */
type Said =
  | string
  | (Partial<Notice> & { text: string; redirect?: undefined } & Pick<ActionAnswer, "accepted">)
  | { redirect: string }
  | null
  | false;

type Say<C extends Contracts, Name extends CallName<C>> = (
  answer: CallOutput<C, Name>,
  input: CallInput<C, Name>,
  about: string | undefined,
) => Said;

/** What a page says when a call failed, where its screen has texts of its own for that. */
interface Failure<Input> {
  /** Its result and its failure are shown with these texts. */
  texts?: ResultTexts | ((input: Input, about: string | undefined) => ResultTexts);
  /**
   * What the notice of a failure has besides its level and its text. With a text of its own, the page shows the reason, as the `problem`
   * of the answer, and the problems of fields.
   */
  notice?: Pick<Notice, "title" | "topic" | "seconds"> & { text?: string };
  /** The page shows the sentence of a failure itself, as the `problem` of the answer, beside the problems of fields. */
  isProblem?: true;
  /** The code of a refusal that the page acts on itself: the answer has the code, and no notice. */
  code?: string;
}

interface SayMore<C extends Contracts, Name extends CallName<C>> {
  say: Say<C, Name>;
  failure?: Failure<CallInput<C, Name>>;
  /**
   * The page gets the value as JSON: thousands of rows are serialized and parsed several times faster as one text than as page data.
   */
  asJson?: true;
  /** The answer has the call as it was posted, for a page that shows what it was about. */
  echo?: true;
}

/**
 * The calls that a page posts, each with what the page says after it: a text, a notice, or null for nothing. The page posts no other
 * call.
 */
export type Texts<C extends Contracts> = {
  readonly [Name in CallName<C>]?: Say<C, Name> | SayMore<C, Name>;
};

/** What an action answers to a call. */
export interface CallAnswer extends ActionAnswer {
  /** The name of the call that was made. */
  call?: string;
  /** What the call answered. A text with `asJson`. */
  value?: unknown;
  /** The call as it was posted, with `echo`. */
  posted?: PageCall;
  /** The idempotency key of the call that was made. */
  operationId?: string;
  /** Why the call failed, where the page shows that itself. */
  problem?: string;
  /** Why the call was refused, where the page acts on that itself. */
  code?: string;
}

const posted = z.object({
  call: z.string(),
  input: z.looseObject({ operationId: z.string().optional() }),
  about: z.string().optional(),
});

/** Makes one call, if the page's table has it. @param calls of the page's entry */
export async function answerCall<C extends Contracts>(
  calls: object,
  texts: Texts<C>,
  body: unknown,
): Promise<CallAnswer> {
  const { success, data: given } = posted.safeParse(body);
  // Nothing but a key of the page's own table is looked up among the calls.
  const text = success && Object.hasOwn(texts, given.call) ? texts[given.call as CallName<C>] : undefined;
  if (!text || !given) throw badRequest("This page doesn't make this call. Reload the page, and try again.");
  const {
    say,
    failure,
    asJson,
    echo,
  }: SayMore<C, CallName<C>> = typeof text === "function" ? { say: text } : (text as never);
  const make = async (): Promise<CallAnswer> => {
    const value = await procedureOf(calls, given.call)(given.input);
    const said = say(value as never, given.input as never, given.about);
    if (said && typeof said !== "string" && said.redirect !== undefined) throw redirect(said.redirect);
    const { operationId } = given.input;
    return {
      call: given.call,
      value: asJson ? JSON.stringify(value) : value,
      operationId,
      ...(echo && { posted: given }),
      ...(said === null ? { accepted: true as const } : said && saidOf(said)),
    };
  };
  const ownTexts =
    typeof failure?.texts === "function" ? failure.texts(given.input as never, given.about) : failure?.texts;
  if (ownTexts) return answerWithFallback(ownTexts, make);
  try {
    return await make();
  } catch (error) {
    const refusal = refusalIn(error);
    if (failure?.isProblem) return { problem: sentenceIn(error), fieldErrors: refusal?.fieldErrors };
    if (failure?.code && refusal?.code === failure.code) return { code: refusal.code };
    if (failure?.notice) {
      const status = refusal?.status ?? 500;
      const sentence = sentenceIn(error);
      const notice: Notice = { level: "critical", text: sentence, ...failure.notice };
      const shown = failure.notice.text !== undefined && {
        problem: sentence,
        fieldErrors: refusal?.fieldErrors,
      };
      return data<CallAnswer>({ notice, status, ...shown }, { status }) as unknown as CallAnswer;
    }
    if (!refusal?.fieldErrors) throw error;
    const { status, fieldErrors } = refusal;
    // The fields show their own problems, so the text names no fields.
    const notice: Notice = { level: status === 409 ? "warning" : "critical", text: screenMessage(refusal) };
    return data<CallAnswer>({ notice, fieldErrors, status }, { status }) as unknown as CallAnswer;
  }
}

function saidOf(said: Exclude<Said, { redirect: string } | null | false>): ActionAnswer {
  if (typeof said === "string") return { notice: { level: "success", text: said } };
  const { accepted, ...notice } = said;
  return { notice: { level: "success", ...notice }, ...(accepted && { accepted }) };
}

const procedureOf = (calls: object, name: string): ((input: object) => Promise<unknown>) =>
  name.split(".").reduce((part: unknown, key) => (part as Record<string, unknown>)[key], calls) as never;
