import {
  type CustomerWithMetafields,
  customerStatusChange,
  customerTags,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { customerGid } from "~/domain/customers/mirror-row";
import { Refusal, upstreamFailed } from "~/platform/errors";
import type { Decision, DecisionTools } from "./decision";
import {
  hasStatusTag,
  otherStatusTags,
  type Registration,
  type RegistrationStatus,
  registrationStatus,
  STATUS_NAMES,
  STATUS_TAGS,
} from "./status";

/** Who is moved from where to where. */
type Move = Pick<Decision, "customerId" | "from" | "to">;
type Tools = Pick<DecisionTools, "adminApi" | "call">;

/** Shopify answered, and the person stands where they stood: the decision was certainly not carried out. */
export const NOT_DONE = "SHOPIFY_REFUSED";

/**
 * Adds the new status's tag, then removes every other status tag, and believes only the tags that Shopify answers.
 * @returns the customer as Shopify has them now
 * @throws a 502 refusal: with the code `NOT_DONE` when Shopify did not do it (a half of it has been put back), with another
 * one when it is not known what Shopify did
 */
export async function changeStatusTags(
  tools: Tools,
  move: Move,
  registration: Registration,
): Promise<CustomerWithMetafields> {
  const { added, removed } = await setStatusAlone(tools, move.customerId, move.to);
  const after = removed?.node;
  const refused = (added?.userErrors.length ?? 1) > 0 || (removed?.userErrors.length ?? 1) > 0;
  if (!refused && after && registrationStatus(after.tags, registration) === move.to) return after;

  const what = `set the registration to ${STATUS_NAMES[move.to]}`;
  if (!(await putBack(tools, move))) {
    throw upstreamFailed(`Shopify did not ${what} as it should, nor put it back.`);
  }
  refuseUserErrors(what, added, removed);
  throw new Refusal(502, NOT_DONE, `Shopify did not ${what}. Look at the person's tags and try again.`);
}

const setStatusAlone = ({ adminApi, call }: Tools, customerId: number, status: RegistrationStatus) =>
  adminApi.run(
    customerStatusChange,
    {
      id: customerGid(customerId),
      add: [STATUS_TAGS[status]],
      remove: otherStatusTags(status),
      keys: MIRRORED_METAFIELDS,
    },
    call,
  );

/** The person stands where the decision wanted them, and nothing of where they came from is left. */
export const isDone = (
  { tags }: Pick<CustomerWithMetafields, "tags">,
  { from, to }: Pick<Decision, "from" | "to">,
  registration: Registration,
): boolean => registrationStatus(tags, registration) === to && !hasStatusTag(tags, from);

/** Putting back may be refused as well, by the same passing fault. */
const TRIES_TO_PUT_BACK = 3;

/**
 * Shopify did one half and not the other: back to where it stood, as far as Shopify lets us.
 * @returns whether nothing of the move is left
 */
export async function putBack(tools: Tools, { customerId, from, to }: Move): Promise<boolean> {
  for (let tries = 0; ; tries += 1) {
    const { customer } = await tools.adminApi.run(customerTags, { id: customerGid(customerId) }, tools.call);
    if (!customer || (hasStatusTag(customer.tags, from) && !hasStatusTag(customer.tags, to))) return true;
    if (tries === TRIES_TO_PUT_BACK) return false;
    await setStatusAlone(tools, customerId, from);
  }
}
