import { useSubmit } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import type { PageCall } from "~/platform/page-call";
import { acceptedAnswer, OPERATION_ID } from "./OperationId";
import { useFetcher } from "./useFetcher";

/** Succeeded, at least partly. A failure or a lost response has a critical notice. */
const wasAccepted = ({ notice, fieldErrors, status }: ActionAnswer): boolean =>
  notice?.level !== "critical" && !fieldErrors && status === undefined;

interface Run {
  /** Of its fetcher. */
  key: string;
  request: string;
  id: string;
  /** The fetcher's answer before the run. */
  before: unknown;
}

/**
 * Submits to the page's action without a form. The same request after an error or a lost response keeps the operation id, so that
 * nothing is done twice. After a success it gets a new one. A run during another one has a fetcher of its own, because a second request
 * of one fetcher cancels the first, whose notice would be lost.
 */
function useRuns<Answer extends ActionAnswer>() {
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const fetcher = useFetcher<Answer>({ key });
  const last = useRef<Run | null>(null);
  const answer = fetcher.data as Answer | undefined;
  const rendered = useRef({ key, answer, isBusy: false });
  rendered.current = { key, answer, isBusy: fetcher.state !== "idle" };
  return {
    /** The latest run. */
    isBusy: rendered.current.isBusy,
    /** The response to the latest run. */
    answer,
    /** The response to the latest run, if that was accepted: already while the page's data are read again, and `isBusy`. */
    accepted: acceptedAnswer({ state: fetcher.state, data: answer }),
    /** Of the latest run's fetcher. */
    key,
    /** The operation is over, although it failed: the next run of the same request is a new one. */
    renew: useCallback(() => {
      last.current = null;
    }, []),
    start: useCallback((request: string, submit: (operationId: string, fetcherKey: string) => void) => {
      const previous = last.current;
      const latest = rendered.current;
      const isAnswered = latest.key === previous?.key && latest.answer !== previous.before;
      const isSame = previous?.request === request;
      // It is in flight already.
      if (isSame && latest.isBusy && !isAnswered) return undefined;
      const isOver = isAnswered && latest.answer !== undefined && wasAccepted(latest.answer);
      const id = previous && isSame && !isOver ? previous.id : crypto.randomUUID();
      const isFree = previous === null || (isAnswered && !latest.isBusy);
      last.current = isFree
        ? { key: latest.key, request, id, before: latest.answer }
        : { key: crypto.randomUUID(), request, id, before: undefined };
      setKey(last.current.key);
      submit(id, last.current.key);
      return last.current.key;
    }, []),
  };
}

/** Makes a call of the page's function through the page's action, whose answer has the notice. */
export function useCall<Answer extends ActionAnswer = ActionAnswer>() {
  const { start, ...runs } = useRuns<Answer>();
  const submit = useSubmit();
  return {
    ...runs,
    /**
     * @param action the page whose action makes it, if it is another one
     * @returns the key of its fetcher. Undefined when the same call is in flight already
     */
    run: useCallback(
      (call: PageCall, action?: string): string | undefined =>
        start(JSON.stringify(call), (id, fetcherKey) =>
          submit(postedCall(call, id), { ...AS_JSON, action, navigate: false, fetcherKey }),
        ),
      [start, submit],
    ),
  };
}

/** How calls are submitted. */
export const AS_JSON = { method: "post", encType: "application/json" } as const;

/** A call as the page's action takes it, with its idempotency key. */
export const postedCall = ({ input, ...call }: PageCall, operationId: string) =>
  ({ ...call, input: withKey(input, operationId) }) as unknown as Record<string, string>;

/** An input in parts has the key in its body, or else in its query, or else in its headers: the first of them that the page gives. */
function withKey(input: PageCall["input"], key: string): PageCall["input"] {
  const { body, query, headers } = input;
  if (isPart(body)) return { ...input, body: { [OPERATION_ID]: key, ...body } };
  if (isPart(query)) return { ...input, query: { [OPERATION_ID]: key, ...query } };
  if (isPart(headers)) return { ...input, headers: { "idempotency-key": key, ...headers } };
  return { [OPERATION_ID]: key, ...input };
}

/** The input of a call with the values of a form's fields. They are the body of an input in parts. */
export const withFields = (input: PageCall["input"], fields: object): PageCall["input"] =>
  isPart(input.body) ? { ...input, body: { ...input.body, ...fields } } : { ...input, ...fields };

const isPart = (part: unknown): part is object =>
  typeof part === "object" && part !== null && !Array.isArray(part);
