import type { Refusal } from "../errors";

/** The message without field names if every field error is a whole sentence: the errors are shown at their fields, too. */
export function screenMessage({ message, fieldErrors = {} }: Refusal): string {
  const sentences = Object.values(fieldErrors);
  const named = Object.entries(fieldErrors).map(([field, problem]) => `${field}: ${problem}`);
  const areSentences = sentences.every((text) => /^[A-Z].*[.!?]$/s.test(text));
  return areSentences && message === named.join("; ") ? sentences.join(" ") : message;
}
