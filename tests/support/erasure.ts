import type pg from "pg";
import { app } from "./app.ts";

/** Receives customers/redact, as from Shopify, and erases the customer. */
export async function redactCustomer(
  shop: string,
  customer: { id: number; email?: string | null; phone?: string | null },
): Promise<void> {
  await app.receiveWebhook({
    shop,
    topic: "CUSTOMERS_REDACT",
    deliveryId: `redact-${customer.id}`,
    triggeredAt: new Date(),
    payload: { customer },
  });
  await runErasures(shop);
}

/** Erases the customers of all stored requests, as a worker does. */
export async function runErasures(shop: string): Promise<void> {
  const task = app.tasks.find(({ name }) => name === "privacy.redact-customers");
  if (!task) throw new Error("No module declares the task that erases customers.");
  await task.run(shop, new AbortController().signal);
}

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
