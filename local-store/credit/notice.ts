import { findCustomer } from "../data/customers.ts";
import type { Store } from "../data/database.ts";
import type { ShopRow } from "../data/rows.ts";
import { keepMail } from "../mail/mailbox.ts";
import { plainMessage } from "../mail/plain-message.ts";
import type { StoreCreditAccountRow } from "./rows.ts";

/** Shopify's own mail about new store credit, for who asked for it with `notify`; nothing for a customer without an address. */
export async function announceCredit(
  store: Store,
  shop: ShopRow,
  account: StoreCreditAccountRow,
  cents: number,
): Promise<void> {
  const customer = await findCustomer(store.pool, shop.domain, account.customer_id);
  if (!customer?.email) return;
  const amount = `${(cents / 100).toFixed(2)} ${account.currency}`;
  const from = `${shop.name} <${shop.email}>`;
  const text = `Hi ${customer.first_name ?? ""}`.trim();
  await keepMail(store, {
    from: shop.email,
    to: [customer.email],
    raw: plainMessage({
      from,
      to: customer.email,
      subject: "You've received store credit",
      text: `${text}\n\nYou have received ${amount} of store credit at ${shop.name}.`,
    }),
  });
}
