import { useFetcher } from "@remix-run/react";
import { useRef } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { OPERATION_ID } from "./OperationId";

/** Succeeded, at least partly. A failure or a lost response has a critical notice. */
const wasAccepted = ({ notice, fieldErrors, status }: ActionAnswer): boolean =>
  notice?.level !== "critical" && !fieldErrors && status === undefined;

/**
 * Submits an operation to the page's action without a form. The same fields after an error or a lost response keep the operation id, so
 * that nothing is done twice. After a success they get a new one.
 * @param key of the fetcher, if something else has to know it
 */
export function useOperation<Answer extends ActionAnswer = ActionAnswer>(key?: string) {
  const fetcher = useFetcher({ key });
  const last = useRef<{ request: string; id: string; before: unknown } | null>(null);
  const answer = fetcher.data as Answer | undefined;
  return {
    isBusy: fetcher.state !== "idle",
    /** The latest response. */
    answer,
    /**
     * @param fields of the action's form, without the operation's id
     * @param action the page whose action is called, if it is another one
     */
    run(fields: Record<string, string>, action?: string): void {
      const request = JSON.stringify(fields);
      const previous = last.current;
      const isOver =
        previous !== null && answer !== previous.before && answer !== undefined && wasAccepted(answer);
      const id = previous?.request === request && !isOver ? previous.id : crypto.randomUUID();
      last.current = { request, id, before: answer };
      // Multipart, because URL encoding would triple the size of a long list.
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, [OPERATION_ID]: id })) form.set(name, value);
      fetcher.submit(form, { method: "post", action, encType: "multipart/form-data" });
    },
  };
}
