import { deleteFailedMail } from "~/core/mail/cancel.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopPlace } from "./place.server";

/** Deletes an email about a win if it failed, so that the entrant can be emailed if they move up again. @returns whether it did */
export async function deleteFailedWinnerMail(
  tx: ShopTransaction,
  shop: string,
  { mailId }: Pick<ShopPlace, "mailId">,
): Promise<boolean> {
  const state = mailId ? await deleteFailedMail(tx, shop, mailId) : undefined;
  return state === "bounced" || state === "failed";
}
