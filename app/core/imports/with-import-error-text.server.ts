import { refusalIn } from "~/platform/contract/answer";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ImportKind } from "./import-kind";
import type { ImportAnswer } from "./wizard-form.server";

/** Runs a step of an import. An error without a reason gets the text that the specification fixes for this import. */
export async function withImportErrorText(
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
