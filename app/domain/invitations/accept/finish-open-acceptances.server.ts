import { liveAdminApi } from "~/connectors/shopify/live.server";
import { finishOpenOperations } from "~/core/operations/finish-open-operations.server";
import { claimOperation } from "~/core/operations/operations.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { invitationAcceptance } from "./acceptance.server";
import { runAcceptance } from "./run-acceptance.server";

/** Finishes acceptances that were left open. It is the same work as the first time, because each step is safe to repeat. */
export const finishOpenAcceptances = finishOpenOperations(invitationAcceptance, async (abandoned, signal) => {
  const { shop } = abandoned;
  const acceptance = await withShop(shop, (tx) => claimOperation(tx, invitationAcceptance, abandoned));
  if (!acceptance) return;
  const call = { priority: "bulk", signal } as const;
  await runAcceptance({ adminApi: liveAdminApi(shop), clock: systemClock, call }, acceptance);
});
