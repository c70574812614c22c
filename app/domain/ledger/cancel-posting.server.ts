import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { failUnsentPosting } from "./settle.server";

/** A posting that was canceled. */
export interface CanceledPosting {
  customerId: number;
  /** Signed. */
  amountCents: Cents;
}

/**
 * Cancels a posting that waits and was certainly not sent: it fails and releases what it held. If a dispatcher is about to send
 * it, only the first of the two has an effect.
 * @param why a sentence that becomes the posting's problem
 * @throws 404 for an unknown one, 409 for one that has ended, was sent, or may already be paid
 */
export async function cancelPosting(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  why: string,
): Promise<CanceledPosting> {
  const { rows } = await tx.$client.query<{
    customerId: string;
    amountCents: string;
    isOpen: boolean;
    isHeld: boolean;
  }>(
    `SELECT posting.customer_id AS "customerId", amount_cents AS "amountCents", open.posting_id IS NOT NULL AS "isOpen",
            open.possible_duplicate_of IS NOT NULL AS "isHeld"
       FROM ledger_postings AS posting
       LEFT JOIN ledger_open AS open ON open.shop = posting.shop AND open.posting_id = posting.id
      WHERE posting.shop = $1 AND posting.id = $2`,
    [shop, postingId],
  );
  const [found] = rows;
  if (!found) throw notFound("There is no such transaction.");
  if (!(await failUnsentPosting(tx, shop, postingId, why)))
    throw conflict(found.isHeld ? IS_HELD : found.isOpen ? WAS_SENT : HAS_ENDED);
  return { customerId: Number(found.customerId), amountCents: centsFromDatabase(found.amountCents) };
}

const IS_HELD =
  "This transaction may already be paid. Decide on it under May already be paid, on the Credits page.";
const WAS_SENT =
  "This transaction was sent to Shopify, and its outcome is being looked up. It can't be canceled.";
const HAS_ENDED = "This transaction has already ended. There is nothing to cancel.";
