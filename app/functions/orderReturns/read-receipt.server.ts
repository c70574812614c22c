import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { mayUse } from "~/platform/auth/permission";
import { creditProblem, readAmounts, readOpenReturn } from "./plan-processing.server";
import type { Receipt } from "./schemas";

/** A return whose items arrived, with what would be refunded for those that aren't missing. @throws as `readOpenReturn` */
export async function readReceipt(
  { shop, administrator }: CallContext,
  { return_id: id, missing }: { return_id: string; missing: string },
): Promise<Receipt> {
  const api = liveAdminApi(shop.domain);
  const { node, customerId, locations } = await readOpenReturn(api, id);
  const missingIds = missing.split(",");
  const lines = node.lines.map((line) => {
    const ordered = "fulfillmentLineItem" in line ? line.fulfillmentLineItem.lineItem : undefined;
    return {
      id: line.id,
      quantity: line.quantity,
      title: ordered?.title ?? "",
      variant_title: ordered?.variantTitle ?? null,
      image_url: ordered?.image?.url ?? null,
      sku: ordered?.sku ?? null,
    };
  });
  const arrived = lines.filter((line) => !missingIds.includes(line.id));
  const amounts = await readAmounts(api, shop, id, arrived);
  const mayCredit = mayUse(administrator, "showCredits");
  return {
    return_name: node.name,
    lines,
    locations: locations.map(({ id: locationId, name }) => ({ id: locationId, name })),
    customer: node.order.customer?.displayName ?? null,
    amounts,
    credit_problem: creditProblem({ customerId }, shop, amounts.refund, mayCredit),
  };
}
