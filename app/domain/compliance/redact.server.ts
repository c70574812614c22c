import type pg from "pg";
import { z } from "zod";
import { recordAudit } from "~/domain/audit/record.server";
import { tablesWithShop, withRedaction } from "~/platform/db/redaction.server";
import { withShop } from "~/platform/db/with-shop.server";

/** Shopify's payload of customers/data_request and customers/redact (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
const aboutCustomer = z.object({
  customer: z.object({
    id: z.coerce.number().int(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
  }),
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
  await withRedaction(async (client) => {
    const person = [shop, customer.id];
    const known = await client.query<{ display_name: string; email: string | null; phone: string | null }>(
      "DELETE FROM customers WHERE shop = $1 AND id = $2 RETURNING display_name, email, phone",
      person,
    );
    const { display_name: name, email, phone } = known.rows[0] ?? {};
    const addresses = [customer.email, customer.phone, email, phone].filter(
      (text) => text != null && text !== "",
    );
    const contacts = [...new Set(addresses.map((text) => String(text).toLowerCase()))];
    await client.query("DELETE FROM stale_customers WHERE shop = $1 AND customer_id = $2", person);
    await client.query("DELETE FROM registration_decisions WHERE shop = $1 AND customer_id = $2", person);
    await client.query(
      `UPDATE job_items SET label = 'Erased', message = NULL, input = input - 'customerId'
        WHERE shop = $1 AND (input->>'customerId' = $2::text
          OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS contact WHERE strpos(lower(label || ' ' || coalesce(message, '')), contact) > 0))`,
      [shop, String(customer.id), contacts],
    );
    await client.query(
      `UPDATE audit_entries SET subject_id = 'erased', before = NULL, after = NULL
        WHERE shop = $1 AND subject_type = 'customer' AND subject_id = $2::text`,
      [shop, String(customer.id)],
    );
    await forgetViewsOf(client, shop, name ? [...contacts, name.toLowerCase()] : contacts);
  });
}

/** Saved views that search for this very person. Their queries are percent-encoded, so they are read here, not in SQL. */
async function forgetViewsOf(client: pg.ClientBase, shop: string, texts: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string; query: string }>(
    "SELECT id, name, query FROM saved_views WHERE shop = $1",
    [shop],
  );
  const named = rows.filter((view) => {
    const words = [view.name, ...new URLSearchParams(view.query).values()].map((text) => text.toLowerCase());
    return words.some((word) => texts.some((text) => word.includes(text)));
  });
  const ids = named.map(({ id }) => id);
  await client.query("DELETE FROM saved_views WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, ids]);
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
