import { and, eq } from "drizzle-orm";
import type pg from "pg";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { CUSTOMER_KINDS, type CustomerKind } from "./kinds";
import { customerGid } from "./mirror-row";
import { customers } from "./tables.server";

/** The tags of customers in the mirror, by id. Unknown customers are left out. */
export async function readTags(
  tx: ShopTransaction,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ id: string; tags: string[] }>(
    "SELECT id, tags FROM customers_of_shop WHERE id = ANY($1::bigint[])",
    [customerIds],
  );
  return new Map(rows.map(({ id, tags }) => [Number(id), tags]));
}

/**
 * Locks a customer's row in the mirror until the transaction ends. To avoid deadlocks, lock the customer before other rows of theirs,
 * such as a question.
 */
export async function lockCustomer(client: pg.ClientBase, shop: string, customerId: number): Promise<void> {
  await client.query("SELECT 1 FROM customers WHERE shop = $1 AND id = $2 FOR UPDATE", [shop, customerId]);
}

/**
 * Locks customers against their erasure until the transaction ends, and returns those who weren't erased. $1 is the shop, $2 the
 * array of ids.
 */
export const LOCK_CUSTOMERS_SQL = `SELECT id, display_name AS name, first_name, email FROM customers
  WHERE shop = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR KEY SHARE`;

/**
 * Stores in the mirror since when a customer has had an open question. This switches between Pending and `waiting`. Every other
 * status stays, so that only a decision's own write to the mirror changes the stored counts.
 */
export async function storeAskedAt(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  askedAt: Date | null,
): Promise<void> {
  const follow = (column: string) =>
    `${column} = CASE WHEN ${column} IN ('pending', 'waiting') THEN $4 ELSE ${column} END`;
  await tx.$client.query(
    `UPDATE customers SET asked_at = $3, ${follow("student_status")}, ${follow("staff_status")} WHERE shop = $1 AND id = $2`,
    [shop, customerId, askedAt, askedAt ? "waiting" : "pending"],
  );
}

/**
 * Tells every page that shows customers that some of them changed. Call it after the transaction has committed.
 * @param ids their numbers; without them the lists as a whole have changed
 * @param kinds the kinds that they are of, where that is known
 */
export function publishCustomers(
  shop: string,
  ids?: readonly number[],
  kinds: readonly CustomerKind[] = CUSTOMER_KINDS,
): void {
  for (const { list, flag } of kinds) publishChange(shop, flag, { list, ids: ids?.map(customerGid) });
}

/** The email address of a customer in the mirror. Null for an unknown customer and for one without an address. */
export async function readCustomerEmail(shop: string, id: number): Promise<string | null> {
  const [row] = await withShop(shop, (tx) =>
    tx
      .select({ email: customers.email })
      .from(customers)
      .where(and(eq(customers.shop, shop), eq(customers.id, id))),
  );
  return row?.email ?? null;
}
