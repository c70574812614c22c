import { useEffect, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";

/** The form field with the idempotency key of a submission. The client creates it, so that a repeated submission has the same key. */
export const OPERATION_ID = "operationId";

/** True when an action accepted its input, so that the next submission is a new operation. A conflict is shown as a warning. */
export function isAccepted(answer: ActionAnswer | undefined): boolean {
  const level = answer?.notice?.level;
  const wasAccepted = answer?.accepted || level === "success" || level === "info";
  return wasAccepted && !answer?.fieldErrors;
}

/** A fetcher's answer, once it accepted the latest submission: also while the page's data are read again. */
export const acceptedAnswer = ({ state, data }: { state: string; data?: ActionAnswer }) =>
  state !== "submitting" && isAccepted(data) ? data : undefined;

/**
 * The hidden field `operationId`: one id per intention. A retry after an error or a lost answer repeats it, so that nothing
 * happens twice; after an accepted answer it is renewed.
 * @param answer what the form's action answered last
 */
export function OperationId({ answer }: { answer?: ActionAnswer }) {
  // Made in the browser only: an id from the server would differ from the browser's own while hydrating.
  const [id, setId] = useState("");
  const accepted = isAccepted(answer) ? answer : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new accepted answer asks for a new id
  useEffect(() => setId(crypto.randomUUID()), [accepted]);
  return <input type="hidden" name={OPERATION_ID} value={id} />;
}
