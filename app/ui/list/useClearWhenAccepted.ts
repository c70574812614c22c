import { useCallback, useEffect, useRef } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "../OperationId";

/**
 * Clears the selection of a bulk action once the action was accepted. After a refusal, the same rows are still ticked.
 * @param answer of the action
 * @returns remembers how the selection of the action that begins is cleared
 */
export function useClearWhenAccepted(answer: ActionAnswer | undefined): (clear: () => void) => void {
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isAccepted(answer)) return;
    waiting.current?.();
    waiting.current = null;
  }, [answer]);
  return useCallback((clear) => {
    waiting.current = clear;
  }, []);
}
