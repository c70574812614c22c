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
  const missingUnits = unitsById(missing);
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
  const arrived = lines.map((line) => ({
    id: line.id,
    quantity: line.quantity - Math.min(line.quantity, missingUnits.get(line.id) ?? 0),
  }));
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

/** Reads `id=units,id`. A line without a number is missing with all of its units. */
const unitsById = (text: string): Map<string, number> =>
  new Map(
    text
      .split(",")
      .map((part) => /^([^=]*)(?:=(\d{1,6}))?$/.exec(part))
      .map((found) => [found?.[1] ?? "", found?.[2] === undefined ? Number.POSITIVE_INFINITY : Number(found[2])]),
  );
