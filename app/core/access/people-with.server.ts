import { type Administrator, mayUse, type Permission } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";

/** The administrators who have a permission and a valid email address. */
export async function peopleWith(
  tx: ShopTransaction,
  shop: string,
  permission: Permission,
): Promise<Administrator[]> {
  const { rows } = await tx.$client.query<Administrator>(
    `SELECT id, name, email, is_owner AS "isOwner", flags, tab_limits AS "tabLimits" FROM administrators
      WHERE shop = $1 ORDER BY id`,
    [shop],
  );
  return rows.filter((person) => mayUse(person, permission) && isMailAddress(person.email));
}
