import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { failUnsent } from "./settle.server";

/** What was given up. */
export interface GivenUp {
  customerId: number;
  /** Signed. */
  amountCents: number;
}

/**
 * Ends a posting that waits and certainly is not at Shopify: it has failed, what it held is free, and nobody sends it any more. Of
 * this and a carrier that is about to send it one comes first, and the other one does nothing.
 * @param why a sentence, which stands as the posting's problem
 * @throws 404 for an unknown one, 409 for one that is at its end, or was sent: nobody knows yet then what became of it
 */
export async function giveUp(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  why: string,
): Promise<GivenUp> {
  const { rows } = await tx.$client.query<{ customerId: string; amountCents: string; isOpen: boolean }>(
    `SELECT posting.customer_id AS "customerId", amount_cents AS "amountCents", open.posting_id IS NOT NULL AS "isOpen"
       FROM ledger_postings AS posting
       LEFT JOIN ledger_open AS open ON open.shop = posting.shop AND open.posting_id = posting.id
      WHERE posting.shop = $1 AND posting.id = $2`,
    [shop, postingId],
  );
  const [found] = rows;
  if (!found) throw notFound("There is no such transaction.");
  if (!(await failUnsent(tx, shop, postingId, why))) throw conflict(found.isOpen ? WAS_SENT : HAS_ENDED);
  return { customerId: Number(found.customerId), amountCents: Number(found.amountCents) };
}

const WAS_SENT =
  "This transaction was sent to Shopify, and what became of it is being found out: it cannot be given up. It ends by itself.";
const HAS_ENDED = "This transaction is at its end already: there is nothing to give up.";
