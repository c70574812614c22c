import { refusalIn } from "~/platform/contract/answer";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ImportKind } from "./kind";
import type { ImportAnswer } from "./wizard-form.server";

/** Does a step of an import; what fails without a reason is told in the words that the specification has for this import. */
export async function inItsWords(
  { failure }: Pick<ImportKind, "failure">,
  step: () => Promise<ImportAnswer>,
): Promise<ImportAnswer> {
  try {
    return await step();
  } catch (error) {
    if (!failure || refusalIn(error)) throw error;
    return answerWithFallback<ImportAnswer>(failure, () => Promise.reject(error));
  }
}
