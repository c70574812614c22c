import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/platform/contract/context.server";
import type { DecisionTools } from "./decision";

/** What a call's handler decides with: in the name of who made the call. */
export const decisionToolsFor = ({ shop, administrator, clock }: CallContext): DecisionTools => ({
  shop: shop.domain,
  actor: administrator,
  adminApi: liveAdminApi(shop.domain),
  clock,
});
