import { and, eq } from "drizzle-orm";
import { withShop } from "~/platform/db/with-shop.server";
import { customers } from "./tables.server";

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
