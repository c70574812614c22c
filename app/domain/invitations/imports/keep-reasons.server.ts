import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Invitation } from "../invitation.server";

/**
 * Why an invitation that an import created is kept when the import is undone, in words that follow "They were", such as "checked in".
 * Null for no reason.
 */
export const invitationKeepReasons =
  defineHook<(tx: ShopTransaction, invitation: Invitation) => Promise<string | null>>(
    "invitations.keep-reasons",
  );
