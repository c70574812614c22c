import { useEffect, useState } from "react";

/** What is chosen and written in a review. */
export interface ReviewChoice {
  denyReason: string;
  setDenyReason(id: string): void;
  holdReason: string;
  setHoldReason(id: string): void;
  /** To the customer. Empty for the usual email. */
  message: string;
  setMessage(message: string): void;
}

/** The chosen reasons of a submission and the message. Another submission starts without them. */
export function useReviewChoice(submissionId: string): ReviewChoice {
  const [denyReason, setDenyReason] = useState("");
  const [holdReason, setHoldReason] = useState("");
  const [message, setMessage] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another submission clears them
  useEffect(() => {
    setDenyReason("");
    setHoldReason("");
    setMessage("");
  }, [submissionId]);
  return { denyReason, setDenyReason, holdReason, setHoldReason, message, setMessage };
}
