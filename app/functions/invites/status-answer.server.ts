import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ActionAnswer } from "~/platform/notice";
import { SHOWN_SECONDS } from "./messages";

/**
 * Answers a form with the status message of this screen: green for 5 seconds, red for 10.
 * @param field the field that shows a refusal without a field
 */
export const answerWithStatus = (
  fallback: string,
  work: () => Promise<ActionAnswer>,
  field?: string,
): Promise<ActionAnswer> => answerWithFallback({ fallback, field, seconds: SHOWN_SECONDS }, work);
