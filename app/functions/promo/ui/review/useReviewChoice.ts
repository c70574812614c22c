import { useEffect, useState } from "react";

/** The reasons that are chosen in a review. */
export interface ReviewChoice {
  denyReason: string;
  setDenyReason(id: string): void;
  holdReason: string;
  setHoldReason(id: string): void;
}

/** The chosen reasons of a submission. Another submission starts without one. */
export function useReviewChoice(submissionId: string): ReviewChoice {
  const [denyReason, setDenyReason] = useState("");
  const [holdReason, setHoldReason] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another submission clears the reasons
  useEffect(() => {
    setDenyReason("");
    setHoldReason("");
  }, [submissionId]);
  return { denyReason, setDenyReason, holdReason, setHoldReason };
}
