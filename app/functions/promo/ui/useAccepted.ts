import { useEffect, useRef } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "~/ui/OperationId";

/** Calls back once for each answer that accepted its input. */
export function useAccepted(answer: ActionAnswer | undefined, onAccepted: () => void): void {
  const settled = useRef<ActionAnswer>();
  const callback = useRef(onAccepted);
  callback.current = onAccepted;
  useEffect(() => {
    if (!answer || settled.current === answer || !isAccepted(answer)) return;
    settled.current = answer;
    callback.current();
  }, [answer]);
}
