import { setTimeout as wait } from "node:timers/promises";
import { withShop } from "~/platform/db/with-shop.server";
import { openAcceptance } from "./acceptance-record.server";
import { type AcceptTools, type CarriedOut, carryOut } from "./carry-out.server";
import { type FoundLink, findLink } from "./find-link.server";

/** What came of pressing the button. */
export type Accepted = CarriedOut | Exclude<FoundLink, { is: "open" }>;

/** How long, and how often, somebody who pressed twice waits for their first click. */
const LOOKS = { most: 40, everyMs: 250 };

/**
 * Accepts an invitation by its personal link: the person becomes a customer with the tags of their audience, or the customer who
 * is there is completed, and the invitation is used up. The intention is written down first, under a lease: two clicks, or a
 * process that dies, give one registration.
 * @param token the secret part of the address, as it came
 * @param names as the person wrote them, checked by `inviteeNames`
 * @returns "used" for who had registered before: nothing changes then
 * @throws a refusal of the audience, such as an event without a place left; nothing was done then
 */
export async function acceptInvitation(
  tools: AcceptTools,
  shop: string,
  { token, names }: { token: string; names: { firstName: string; lastName: string } },
): Promise<Accepted> {
  const opened = await openAcceptance(shop, token, names, tools.clock.now());
  if (opened.is === "busy") return whatBecameOf(tools, shop, token);
  if (opened.is !== "opened") return opened;
  const done = await carryOut(tools, opened.acceptance);
  return done.is === "pending" ? whatBecameOf(tools, shop, token, 1) : done;
}

/** Somebody else carries it out: their answer is this one's, if it comes soon. */
async function whatBecameOf(
  { clock }: AcceptTools,
  shop: string,
  token: string,
  looks = LOOKS.most,
): Promise<Accepted> {
  for (let look = 1; ; look += 1) {
    const found = await withShop(shop, (tx) => findLink(tx, shop, token, clock.now()));
    if (found.is === "used") return { is: "registered", invitation: found.invitation };
    if (look >= looks) return { is: "pending" };
    await wait(LOOKS.everyMs);
  }
}
