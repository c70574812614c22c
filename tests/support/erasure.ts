import type pg from "pg";
import { app } from "./app.ts";

/** Receives customers/redact, as from Shopify. */
export const redactCustomer = (
  shop: string,
  customer: { id: number; email?: string | null; phone?: string | null },
): Promise<void> =>
  app.receiveWebhook({
    shop,
    topic: "CUSTOMERS_REDACT",
    deliveryId: `redact-${customer.id}`,
    triggeredAt: new Date(),
    payload: { customer },
  });

/** Receives app/uninstalled, as from Shopify. */
export const uninstallApp = (shop: string): Promise<void> =>
  app.receiveWebhook({
    shop,
    topic: "APP_UNINSTALLED",
    deliveryId: "uninstalled",
    triggeredAt: new Date(),
    payload: {},
  });

/** Erases a customer from the ledger alone, in the caller's transaction. */
export async function eraseCredits(client: pg.ClientBase, shop: string, customerId: number): Promise<void> {
  const { eraseCredits: declared } = await import("~/domain/ledger/erase-credits.server");
  await declared.erase(client, { shop, customerId, contacts: [] });
}
