import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/**
 * Why an invitation that an import created is kept when the import is undone, in words that follow "They were", such as "checked in".
 * Null for no reason.
 */
export const invitationKeepReasons =
  defineHook<(tx: ShopTransaction, shop: string, invitationId: string) => Promise<string | null>>(
    "invitations.keep-reasons",
  );
