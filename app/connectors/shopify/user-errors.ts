import { Refusal } from "~/platform/errors";
import type { UserError } from "./operation";

/**
 * A mutation that answers `userErrors` has failed although its HTTP status is 200; this is the one place that says so.
 * @throws a 502 refusal with Shopify's own words.
 */
export function refuseUserErrors(
  what: string,
  ...answers: ({ userErrors: UserError[] } | null | undefined)[]
): void {
  const errors = answers.flatMap((answer) => answer?.userErrors ?? [{ message: "no answer" }]);
  if (errors.length === 0) return;
  const words = [...new Set(errors.map((error) => error.message))].join(" ");
  throw new Refusal(502, "SHOPIFY_REFUSED", `Shopify did not ${what}: ${words}`);
}
