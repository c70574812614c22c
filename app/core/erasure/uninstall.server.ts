import type pg from "pg";
import { isFirstDelivery } from "~/core/webhooks/first-delivery.server";
import { forgetInstallation } from "~/platform/auth/shops.server";
import { log } from "~/platform/log.server";
import { disconnectShop } from "~/platform/realtime/publish.server";

/** What a module does when the app is removed, in the same transaction: it deletes or ends what is useless without Shopify's access. */
export type UninstallHook = (client: pg.ClientBase, shop: string) => Promise<void>;

export interface DeclaredUninstallHook {
  kind: "on uninstall";
  run: UninstallHook;
}

/** Declares what is done when the app is removed. Name it under `declares` of its module. */
export const atUninstall = (run: UninstallHook): DeclaredUninstallHook => ({ kind: "on uninstall", run });

/** When the event happened, and an id that is the same for every repetition of the delivery. */
interface InstallationEvent {
  deliveryId: string;
  triggeredAt: Date;
}

/**
 * app/uninstalled: closes the shop and deletes its tokens, and runs the modules' hooks, in one transaction. A repeated
 * delivery changes nothing, and neither does one that arrives after the app was installed again.
 */
export async function uninstall(
  shop: string,
  hooks: readonly UninstallHook[],
  { deliveryId, triggeredAt }: InstallationEvent,
): Promise<void> {
  const isClosed = await forgetInstallation(shop, triggeredAt, async (client) => {
    if (!(await isFirstDelivery(client, shop, deliveryId, "APP_UNINSTALLED"))) return false;
    for (const hook of hooks) await hook(client, shop);
    return true;
  });
  if (isClosed) disconnectShop(shop);
  else log.info({ shop }, "a late or repeated webhook about the app's removal changed nothing");
}
