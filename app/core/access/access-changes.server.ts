import { defineHook } from "~/core/hook.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A change of what an administrator may open. */
export interface AccessChange {
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
