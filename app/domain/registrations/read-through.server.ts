import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { CustomerKind } from "~/domain/customers/kinds";
import { forgetCustomers, mirrorCustomers } from "~/domain/customers/mirror.server";
import { customerGid, mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { DecisionTools } from "./decision";

/**
 * Reads a customer from Shopify, updates the mirror, and notifies the pages that show them.
 * @returns null when Shopify has no such customer. The mirror then has none either.
 */
export async function readThrough(
  { shop, adminApi, call }: Pick<DecisionTools, "shop" | "adminApi" | "call">,
  customerId: number,
): Promise<CustomerWithMetafields | null> {
  const variables = { id: customerGid(customerId), keys: MIRRORED_METAFIELDS };
  const { customer } = await adminApi.run(customerDetail, variables, call);
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
