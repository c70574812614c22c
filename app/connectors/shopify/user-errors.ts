import { Refusal } from "~/platform/errors";
import type { UserError } from "./operation";

/**
 * A mutation with `userErrors` has failed although its HTTP status is 200.
 * @throws a 502 refusal with Shopify's messages, also for a missing payload
 */
export function refuseUserErrors(
  what: string,
  ...answers: ({ userErrors: UserError[] } | null | undefined)[]
): void {
  const errors = answers.flatMap((answer) => answer?.userErrors ?? [{ message: "no answer" }]);
  if (errors.length === 0) return;
  const words = [...new Set(errors.map((error) => error.message))].join(" ");
  throw new Refusal(502, "SHOPIFY_REFUSED", `Shopify didn't ${what}: ${words}`);
}
