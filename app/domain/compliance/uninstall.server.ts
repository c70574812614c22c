import { isFirstDelivery } from "~/domain/customers/webhooks.server";
import { forgetInstallation } from "~/platform/auth/shops.server";
import { log } from "~/platform/log.server";
import { disconnectShop } from "~/platform/realtime/publish.server";

/** When Shopify says that something happened to the installation, and the same for every repetition of the message. */
export interface InstallationEvent {
  deliveryId: string;
  triggeredAt: Date;
}

/**
 * app/uninstalled: the shop is shut and its tokens are forgotten, in one transaction with what is worth nothing without
 * them (a mirror that hears of nothing any more, what was to be read again). Mails that wait are given up. A message that comes again, or late, after
 * the app was installed once more, changes nothing.
 */
export async function uninstall(shop: string, { deliveryId, triggeredAt }: InstallationEvent): Promise<void> {
  const gone = await forgetInstallation(shop, triggeredAt, async (client) => {
    if (!(await isFirstDelivery(client, shop, deliveryId, "APP_UNINSTALLED"))) return false;
    await client.query("DELETE FROM stale_customers WHERE shop = $1", [shop]);
    await client.query("DELETE FROM mirrors WHERE shop = $1", [shop]);
    await client.query(
      `UPDATE mails SET state = 'failed', ended_at = now(), last_error = 'Backroom was removed from the shop before this mail was sent.'
        WHERE shop = $1 AND state IN ('queued', 'sending')`,
      [shop],
    );
    return true;
  });
  if (gone) disconnectShop(shop);
  else log.info({ shop }, "a message that the app was removed came late, or again, and changed nothing");
}
