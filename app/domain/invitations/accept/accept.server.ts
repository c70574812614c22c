import { setTimeout as wait } from "node:timers/promises";
import { withShop } from "~/platform/db/with-shop.server";
import { openAcceptance } from "./acceptance.server";
import { type FoundLink, findLink } from "./find-link.server";
import { type AcceptanceResult, type AcceptTools, runAcceptance } from "./run-acceptance.server";

/** The outcome of accepting. */
export type Accepted = AcceptanceResult | Exclude<FoundLink, { is: "open" }>;

/** How often a second click looks for the outcome of the first, and after how many milliseconds each. */
const POLLING = { attempts: 40, everyMs: 250 };

/**
 * Accepts an invitation by its personal link. The person becomes a customer with the tags of their audience, or the existing
 * customer is completed, and the invitation is used up. Two clicks, or a process that dies, give one registration.
 * @param token the secret part of the address, as it was sent
 * @param names as the person entered them, checked by `inviteeNames`
 * @returns "used" for a person who had registered before: nothing changes then
 * @throws a refusal of the audience, such as an event without a free place. Nothing is done then.
 */
export async function acceptInvitation(
  tools: AcceptTools,
  shop: string,
  { token, names }: { token: string; names: { firstName: string; lastName: string } },
): Promise<Accepted> {
  const opened = await openAcceptance(shop, token, names, tools.clock.now());
  if (opened.is === "busy") return awaitOutcome(tools, shop, token);
  if (opened.is !== "opened") return opened;
  const done = await runAcceptance(tools, opened.acceptance);
  return done.is === "pending" ? awaitOutcome(tools, shop, token, 1) : done;
}

/** Another process carries it out. Its outcome is the answer, if it is soon enough. */
async function awaitOutcome(
  { clock }: AcceptTools,
  shop: string,
  token: string,
  attempts = POLLING.attempts,
): Promise<Accepted> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await withShop(shop, (tx) => findLink(tx, shop, token, clock.now()));
    if (found.is === "used") return { is: "registered", invitation: found.invitation };
    if (attempt >= attempts) return { is: "pending" };
    await wait(POLLING.everyMs);
  }
}
