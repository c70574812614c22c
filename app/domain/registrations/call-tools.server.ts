import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { systemClock } from "~/platform/clock";
import type { ItemContext } from "~/platform/jobs/job.server";
import type { DecisionTools } from "./decision";

/** The tools for a decision by the administrator who made the call. */
export const decisionToolsFor = ({ shop, administrator, clock }: CallContext): DecisionTools => ({
  shop: shop.domain,
  actor: administrator,
  adminApi: liveAdminApi(shop.domain),
  clock,
});

/** What a job about many registrations decides or asks with: its requests to Shopify wait behind people's clicks. */
export const decisionToolsOfJob = ({
  shop,
  administrator,
  signal,
}: Pick<ItemContext, "shop" | "administrator" | "signal">): DecisionTools => ({
  shop,
  actor: administrator,
  adminApi: liveAdminApi(shop),
  clock: systemClock,
  call: { priority: "bulk", signal },
});
