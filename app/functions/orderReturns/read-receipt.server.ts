import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { creditProblem, readAmounts, readOpenReturn } from "./plan-processing.server";
import { readStoredRule } from "./restock-rule.server";
import type { Receipt } from "./schemas";

/** A return whose items arrived, with what would be refunded for those that aren't missing. @throws as `readOpenReturn` */
export async function readReceipt(
  { shop, administrator }: CallContext,
  { return_id: id, missing }: { return_id: string; missing: string },
): Promise<Receipt> {
  const api = liveAdminApi(shop.domain);
  const { node, customerId, locations } = await readOpenReturn(api, id);
  const rule = await withShop(shop.domain, (tx) => readStoredRule(tx, shop.domain));
  // A location that was deactivated since is replaced by the first one.
  const restockedAt = (locations.find((one) => one.id === rule.location_id) ?? locations[0])?.id;
  const missingUnits = unitsById(missing);
  const lines = node.lines.map((line) => {
    const ordered = "fulfillmentLineItem" in line ? line.fulfillmentLineItem.lineItem : undefined;
    const why = "returnReasonDefinition" in line ? line.returnReasonDefinition : null;
    return {
      id: line.id,
      quantity: line.quantity,
      title: ordered?.title ?? "",
      variant_title: ordered?.variantTitle ?? null,
      image_url: ordered?.image?.url ?? null,
      sku: ordered?.sku ?? null,
      reason: why?.name ?? null,
      suggested_location_id: why && rule.not_restocked.includes(why.id) ? null : (restockedAt ?? null),
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
      .map((found) => [
        found?.[1] ?? "",
        found?.[2] === undefined ? Number.POSITIVE_INFINITY : Number(found[2]),
      ]),
  );
