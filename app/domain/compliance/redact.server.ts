import { z } from "zod";
import { recordAudit } from "~/domain/audit/record.server";
import { tablesWithShop, withRedaction } from "~/platform/db/redaction.server";
import { withShop } from "~/platform/db/with-shop.server";

/** Shopify's payload of customers/data_request and customers/redact (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
const aboutCustomer = z.object({
  customer: z.object({ id: z.coerce.number().int(), email: z.string().nullish() }),
});

/** Who is named for what Shopify itself asked for. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

/**
 * customers/data_request: the merchant must be able to answer the person. It is written down for the account owner, with
 * what the console holds beside the store's own data: how many decisions there were on the person.
 */
export async function reportOnCustomer(shop: string, payload: unknown): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ mirrored: boolean; decisions: number }>(
      `SELECT EXISTS (SELECT 1 FROM customers WHERE shop = $1 AND id = $2) AS mirrored,
              (SELECT count(*)::int FROM registration_decisions WHERE shop = $1 AND customer_id = $2) AS decisions`,
      [shop, customer.id],
    );
    const held = rows[0] ?? { mirrored: false, decisions: 0 };
    await recordAudit(tx, shop, {
      action: "privacy.data requested",
      actor: SHOPIFY,
      subject: { type: "customer", id: String(customer.id) },
      before: null,
      after: held,
    });
  });
}

/**
 * customers/redact: the person's data go from every table. What was decided stays counted in the audit, without saying on whom.
 */
export async function redactCustomer(shop: string, payload: unknown): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  const email = customer.email?.toLowerCase() ?? null;
  await withRedaction(async (client) => {
    const person = [shop, customer.id];
    await client.query("DELETE FROM customers WHERE shop = $1 AND id = $2", person);
    await client.query("DELETE FROM stale_customers WHERE shop = $1 AND customer_id = $2", person);
    await client.query("DELETE FROM registration_decisions WHERE shop = $1 AND customer_id = $2", person);
    await client.query(
      `UPDATE job_items SET label = 'Erased', input = input - 'customerId'
        WHERE shop = $1 AND (input->>'customerId' = $2::text OR ($3::text IS NOT NULL AND strpos(lower(label), $3) > 0))`,
      [shop, String(customer.id), email],
    );
    await client.query(
      `UPDATE audit_entries SET subject_id = 'erased', before = NULL, after = NULL
        WHERE shop = $1 AND subject_type = 'customer' AND subject_id = $2::text`,
      [shop, String(customer.id)],
    );
    if (!email) return;
    const searchedFor = [shop, `%${encodeURIComponent(email)}%`, `%${email}%`];
    await client.query(
      "DELETE FROM saved_views WHERE shop = $1 AND (lower(query) LIKE lower($2) OR lower(query) LIKE $3)",
      searchedFor,
    );
  });
}

/** shop/redact, 48 hours after the app was removed: everything of the shop goes. */
export async function redactShop(shop: string): Promise<void> {
  await withRedaction(async (client) => {
    for (const table of await tablesWithShop(client)) {
      await client.query(`DELETE FROM "${table}" WHERE shop = $1`, [shop]);
    }
    await client.query("DELETE FROM pgboss.job WHERE data->>'shop' = $1", [shop]);
  });
}
