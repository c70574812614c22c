import * as customers from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/port";
import type { CustomerKind } from "~/domain/customers/kinds";
import { forgetCustomers, mirrorCustomers } from "~/domain/customers/mirror.server";
import { customerGid, mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal, upstreamFailed } from "~/platform/errors";
import type { Decision, DecisionTools } from "./decision";
import { NOT_DONE } from "./decision-record.server";
import * as statuses from "./status";

/** A customer's move from one status to another. */
type Move = Pick<Decision, "customerId" | "from" | "to">;

type Tools = Pick<DecisionTools, "adminApi" | "call">;

/**
 * Adds the new status's tag, then removes every other status tag, and trusts only the tags that Shopify answers.
 * @returns the customer as Shopify has them now
 * @throws a 502 refusal: with the code `NOT_DONE` when Shopify didn't do it (a half was restored), with another one when the
 * outcome is unknown
 */
export async function changeStatusTags(
  tools: Tools,
  move: Move,
  registration: statuses.Registration,
): Promise<customers.CustomerWithMetafields> {
  const { added, removed } = await setOnlyStatus(tools, move.customerId, move.to);
  const after = customers.customerIn(removed?.node);
  const refused = (added?.userErrors.length ?? 1) > 0 || (removed?.userErrors.length ?? 1) > 0;
  if (!refused && after && statuses.registrationStatus(after.tags, registration) === move.to) return after;

  const what = `set the registration to ${statuses.STATUS_NAMES[move.to]}`;
  if (!(await restoreStatus(tools, move))) {
    throw upstreamFailed(`Shopify didn't ${what} as it should, nor restore it.`);
  }
  refuseUserErrors(what, added, removed);
  throw new Refusal(502, NOT_DONE, `Shopify didn't ${what}. Look at the person's tags and try again.`);
}

const setOnlyStatus = ({ adminApi, call }: Tools, customerId: number, status: statuses.RegistrationStatus) =>
  adminApi.run(
    customers.customerStatusChange,
    {
      id: customerGid(customerId),
      add: [statuses.STATUS_TAGS[status]],
      remove: statuses.otherStatusTags(status),
      keys: customers.MIRRORED_METAFIELDS,
    },
    call,
  );

/** The customer has the new status and no longer the old one. */
export const isDone = (
  { tags }: Pick<customers.CustomerWithMetafields, "tags">,
  { from, to }: Pick<Decision, "from" | "to">,
  registration: statuses.Registration,
): boolean => statuses.registrationStatus(tags, registration) === to && !statuses.hasStatusTag(tags, from);

/** Restoring may fail by the same temporary fault. */
const MAX_RESTORE_ATTEMPTS = 3;

/**
 * Restores the old status after Shopify applied only one half.
 * @returns whether nothing of the move is left
 */
export async function restoreStatus(tools: Tools, { customerId, from, to }: Move): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    const { customer } = await tools.adminApi.run(
      customers.customerTags,
      { id: customerGid(customerId) },
      tools.call,
    );
    if (
      !customer ||
      (statuses.hasStatusTag(customer.tags, from) && !statuses.hasStatusTag(customer.tags, to))
    )
      return true;
    if (attempt === MAX_RESTORE_ATTEMPTS) return false;
    await setOnlyStatus(tools, customerId, from);
  }
}

/**
 * Reads a customer from Shopify, updates the mirror, and notifies the pages that show them.
 * @returns null when Shopify has no such customer. The mirror then has none either.
 */
export async function readThrough(
  { shop, adminApi, call }: Pick<DecisionTools, "shop" | "adminApi" | "call">,
  customerId: number,
): Promise<customers.CustomerWithMetafields | null> {
  const variables = { id: customerGid(customerId), keys: customers.MIRRORED_METAFIELDS };
  const { customer } = await adminApi.run(customers.customerDetail, variables, call);
  await withShop(shop, async (tx) => {
    if (customer) await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    else await forgetCustomers(tx, shop, [customerId]);
  });
  publishPerson(shop, customerId);
  return customer;
}

/** Notifies the administrators who may see the customer. Call it after the transaction has committed. */
export function publishPerson(shop: string, customerId: number, kinds?: readonly CustomerKind[]): void {
  publishCustomers(shop, [customerId], kinds);
}
