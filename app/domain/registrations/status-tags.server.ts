import { customerStatusChange, customerTags } from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { mirrorTags } from "~/domain/customers/mirror.server";
import { customerGid } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { Decision, DecisionTools } from "./decision";
import { type RegistrationStatus, STATUS_TAGS } from "./status";

/** Who is moved from where to where. */
type Move = Pick<Decision, "customerId" | "from" | "to">;

/**
 * Adds the new status's tag, then removes the old one's, and believes only the tags that Shopify answers.
 * @returns the customer's tags as Shopify has them now
 * @throws a 502 refusal when Shopify did not do it; a half of it is put back first
 */
export async function changeStatusTags(
  tools: DecisionTools,
  { customerId, from, to }: Move,
): Promise<{ tags: string[]; updatedAt: string }> {
  const id = customerGid(customerId);
  const what = `set ${STATUS_TAGS[to]}`;
  const change = { id, add: [STATUS_TAGS[to]], remove: [STATUS_TAGS[from]] };
  const { added, removed } = await tools.adminApi.run(customerStatusChange, change, tools.call);
  const refused = (added?.userErrors.length ?? 1) > 0 || (removed?.userErrors.length ?? 1) > 0;
  if (refused) {
    await putBack(tools, { customerId, from, to });
    refuseUserErrors(what, added, removed);
  }
  const after = removed?.node;
  if (!after || !hasTag(after.tags, to) || hasTag(after.tags, from)) {
    throw new Refusal(
      502,
      "SHOPIFY_REFUSED",
      `Shopify did not ${what}. Look at the person's tags and try again.`,
    );
  }
  return after;
}

/** Putting back may be refused as well, by the same passing fault. */
const TRIES_TO_PUT_BACK = 3;

/** Shopify did one half and refused the other: back to where it stood, as far as Shopify lets us. */
async function putBack(tools: DecisionTools, { customerId, from, to }: Move): Promise<void> {
  const back = { id: customerGid(customerId), add: [STATUS_TAGS[from]], remove: [STATUS_TAGS[to]] };
  for (let tries = 0; tries <= TRIES_TO_PUT_BACK; tries += 1) {
    const { customer } = await tools.adminApi.run(customerTags, { id: back.id }, tools.call);
    if (!customer) return;
    const isBack = hasTag(customer.tags, from) && !hasTag(customer.tags, to);
    if (isBack || tries === TRIES_TO_PUT_BACK)
      return withShop(tools.shop, (tx) => mirrorTags(tx, tools.shop, customerId, customer));
    await tools.adminApi.run(customerStatusChange, back, tools.call);
  }
}

const hasTag = (tags: readonly string[], status: RegistrationStatus) =>
  tags.some((tag) => tag.toLowerCase() === STATUS_TAGS[status].toLowerCase());
