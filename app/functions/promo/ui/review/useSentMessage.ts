import { useCallback, useRef } from "react";
import type { ReviewChoice } from "./useReviewChoice";

/** Clears a message once it was sent, unless the reviewer has begun another one since. */
export function useSentMessage({ message, setMessage }: Pick<ReviewChoice, "message" | "setMessage">) {
  const sentMessage = useRef("");
  const latestMessage = useRef(message);
  latestMessage.current = message;
  return {
    /** Call it when the message is being sent. */
    markSending(): void {
      sentMessage.current = message;
    },
    /** Call it when the message was sent. @returns whether it is cleared */
    clearSent: useCallback((): boolean => {
      const isSent = latestMessage.current === sentMessage.current;
      if (isSent) setMessage("");
      return isSent;
    }, [setMessage]),
  };
}
