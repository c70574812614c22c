import { normalizePhone } from "./customer-input.ts";
import type { Queryable } from "./database.ts";
import type { CustomerRow } from "./rows.ts";

/** The customer with this id, or null. Strongly consistent, unlike search. */
export async function findCustomer(
  db: Queryable,
  shop: string,
  id: number,
  lock: "" | "FOR UPDATE" = "",
): Promise<CustomerRow | null> {
  const { rows } = await db.query<CustomerRow>(
    `SELECT * FROM customers WHERE shop = $1 AND id = $2 ${lock}`,
    [shop, id],
  );
  return rows[0] ?? null;
}

/** The customers with these ids, unordered. */
export async function findCustomers(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  const { rows } = await db.query<CustomerRow>("SELECT * FROM customers WHERE shop = $1 AND id = ANY ($2)", [
    shop,
    ids,
  ]);
  return rows;
}

/** The customer with this email address (case-insensitive), or null. Strongly consistent. */
export async function findCustomerByEmail(
  db: Queryable,
  shop: string,
  email: string,
): Promise<CustomerRow | null> {
  const { rows } = await db.query<CustomerRow>(
    "SELECT * FROM customers WHERE shop = $1 AND lower(email) = $2",
    [shop, email.trim().toLowerCase()],
  );
  return rows[0] ?? null;
}

/** The customer with this phone number, or null. Strongly consistent. */
export async function findCustomerByPhone(
  db: Queryable,
  shop: string,
  phone: string,
): Promise<CustomerRow | null> {
  const { rows } = await db.query<CustomerRow>("SELECT * FROM customers WHERE shop = $1 AND phone = $2", [
    shop,
    normalizePhone(phone),
  ]);
  return rows[0] ?? null;
}
