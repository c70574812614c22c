import { defineHook } from "~/core/hook.server";
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

/** A change of what an administrator may open. */
interface AccessChange {
  /** The administrator with their new access. */
  administrator: Administrator;
  /** Who changed it. */
  actor: Pick<Administrator, "id" | "name">;
}

/**
 * What else changes when an administrator's access changes, in the same transaction: work that only they could do is released.
 * Answers a sentence for the person who changed the access, or null.
 */
export const accessChanges =
  defineHook<(tx: ShopTransaction, shop: string, change: AccessChange) => Promise<string | null>>(
    "access.changes",
  );
