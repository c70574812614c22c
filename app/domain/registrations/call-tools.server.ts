import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import type { DecisionTools } from "./decision";

/** The tools for a decision by the administrator who made the call. */
export const decisionToolsFor = ({ shop, administrator, clock }: CallContext): DecisionTools => ({
  shop: shop.domain,
  actor: administrator,
  adminApi: liveAdminApi(shop.domain),
  clock,
});
