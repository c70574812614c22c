import { useFetcher } from "@remix-run/react";
import { useRef } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { OPERATION_ID } from "./OperationId";

/** Done, if only for some of those whom it was asked for. What failed, or had no answer at all, is told as critical. */
const wasTaken = ({ notice, fieldErrors, status }: ActionAnswer): boolean =>
  notice?.level !== "critical" && !fieldErrors && status === undefined;

/**
 * Something that one press asks of the page's action, without a form. The same asked again after an error or a lost answer is the
 * same operation, so that nothing happens twice; after an answer that took it, it is a new one.
 */
export function useOperation<Answer extends ActionAnswer = ActionAnswer>() {
  const fetcher = useFetcher();
  const last = useRef<{ asked: string; id: string; before: unknown } | null>(null);
  const answer = fetcher.data as Answer | undefined;
  return {
    isBusy: fetcher.state !== "idle",
    /** What was answered last. */
    answer,
    /**
     * @param fields of the action's form, without the operation's id
     * @param action the page whose action is asked, when it is not this one
     */
    run(fields: Record<string, string>, action?: string): void {
      const asked = JSON.stringify(fields);
      const known = last.current;
      const isOver = known !== null && answer !== known.before && answer !== undefined && wasTaken(answer);
      const id = known?.asked === asked && !isOver ? known.id : crypto.randomUUID();
      last.current = { asked, id, before: answer };
      // As parts: a long list would be three times as long as the fields of an address.
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, [OPERATION_ID]: id })) form.set(name, value);
      fetcher.submit(form, { method: "post", action, encType: "multipart/form-data" });
    },
  };
}
