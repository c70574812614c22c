import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { CustomerKind } from "~/domain/customers/kinds";
import { forgetCustomers, mirrorCustomers } from "~/domain/customers/mirror.server";
import { customerGid, mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/publish.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { DecisionTools } from "./decision";

/**
 * Reads a person from the store itself, brings the mirror up to date with what it holds, and tells the pages that show it.
 * @returns null when the store has no such customer; then the mirror has none any more either
 */
export async function readThrough(
  { shop, adminApi, call }: Pick<DecisionTools, "shop" | "adminApi" | "call">,
  customerId: number,
): Promise<CustomerWithMetafields | null> {
  const asked = { id: customerGid(customerId), keys: MIRRORED_METAFIELDS };
  const { customer } = await adminApi.run(customerDetail, asked, call);
  await withShop(shop, async (tx) => {
    if (customer) await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    else await forgetCustomers(tx, shop, [customerId]);
  });
  publishPerson(shop, customerId);
  return customer;
}

/** Tells everybody who may see a person that something changed about them. Call it after the transaction has committed. */
export function publishPerson(shop: string, customerId: number, kinds?: readonly CustomerKind[]): void {
  publishCustomers(shop, [customerId], kinds);
}
