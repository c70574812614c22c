import { asc, desc, eq } from "drizzle-orm";
import { administrators } from "~/platform/auth/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { AdministratorAccess } from "./contract";

/** The administrators who have opened Backroom, the account owner first. Not paged, because a shop has few. */
export async function listAdministrators(shop: string): Promise<AdministratorAccess[]> {
  const rows = await withShop(shop, (tx) =>
    tx
      .select()
      .from(administrators)
      .where(eq(administrators.shop, shop))
      .orderBy(desc(administrators.isOwner), asc(administrators.name), asc(administrators.id)),
  );
  return rows.map(accessOf);
}

/** A row of the table as the calls return it. */
export function accessOf(row: typeof administrators.$inferSelect): AdministratorAccess {
  const { id, name, email, isOwner, flags, tabLimits, version, lastSeenAt } = row;
  return {
    id,
    name,
    email,
    isOwner,
    flags,
    tabLimits,
    version,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
