import { useContext, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext } from "react-router-dom";
import type { ActionAnswer } from "~/platform/notice";

/** Where an answer comes from. */
interface AnswerSource {
  /** The action's path. */
  action?: string;
  /** Of a fetcher: its key. */
  fetcherKey?: string;
}

/**
 * Calls back once for every answer that an action gives, whichever fetcher or form posted to it, so that no page can forget to
 * show a notice. The router is the only place that sees them all: `useFetchers` loses an answer that arrives and
 * settles within one render, and `useActionData` reads only its own route.
 */
export function useActionAnswers(onAnswer: (answer: ActionAnswer, from: AnswerSource) => void): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const callback = useRef(onAnswer);
  callback.current = onAnswer;
  const seen = useRef(new WeakSet<object>());

  useEffect(() => {
    if (!router) return;
    const actions = new Map<string, string | undefined>();
    let navigationAction: string | undefined;
    const report = (data: unknown, from: AnswerSource) => {
      if (typeof data !== "object" || data === null || seen.current.has(data)) return;
      seen.current.add(data);
      callback.current(data as ActionAnswer, from);
    };
    const read = (state: typeof router.state) => {
      if (state.navigation.formMethod && state.navigation.formMethod.toLowerCase() !== "get") {
        navigationAction = state.navigation.formAction;
      }
      for (const data of Object.values(state.actionData ?? {})) report(data, { action: navigationAction });
      for (const [key, fetcher] of state.fetchers) {
        if (fetcher.formMethod && fetcher.formMethod.toLowerCase() !== "get")
          actions.set(key, fetcher.formAction);
        // A fetcher that only loads answers data, not an action's answer.
        if (fetcher.data !== undefined && fetcher.state !== "submitting" && actions.has(key)) {
          report(fetcher.data, { action: actions.get(key), fetcherKey: key });
        }
        if (fetcher.state === "idle") actions.delete(key);
      }
    };
    read(router.state);
    return router.subscribe(read);
  }, [router]);
}
