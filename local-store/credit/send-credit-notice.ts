import type { Store } from "../data/database.ts";
import { findCustomer } from "../data/find-customers.ts";
import { toDecimalText } from "../data/minor-units.ts";
import type { ShopRow } from "../data/rows.ts";
import { saveMail } from "../mail/mailbox.ts";
import { plainMessage } from "../mail/plain-message.ts";
import type { StoreCreditAccountRow } from "./rows.ts";

/** Sends Shopify's email about new store credit (`notify`), unless the customer has no email address. */
export async function sendCreditNotice(
  store: Store,
  shop: ShopRow,
  account: StoreCreditAccountRow,
  cents: number,
): Promise<void> {
  const customer = await findCustomer(store.pool, shop.domain, account.customer_id);
  if (!customer?.email) return;
  const amount = `${toDecimalText(cents, account.currency)} ${account.currency}`;
  const from = `${shop.name} <${shop.email}>`;
  const greeting = `Hi ${customer.first_name ?? ""}`.trim();
  await saveMail(store, {
    from: shop.email,
    to: [customer.email],
    raw: plainMessage({
      from,
      to: customer.email,
      subject: "You've received store credit",
      text: `${greeting}\n\nYou have received ${amount} of store credit at ${shop.name}.`,
    }),
  });
}
