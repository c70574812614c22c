import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { lockAccounts, type Posted, type Posting, post } from "./post.server";

const ERASED =
  "The data of this transaction's customer were erased: their credit can no longer be changed here.";

/** What was left of it went with that day: taking it back would take what the customer has from elsewhere. */
const ranOut = (at: Date): string =>
  `This credit ran out on ${at.toISOString().slice(0, 10)}: what was left of it is gone already. To take something else, make an adjustment.`;

/** The posting that is to be taken back. */
interface Reversed {
  customerId: string;
  type: string;
  amountCents: string;
  expiresAt: Date | null;
}

/**
 * Takes a posting back by a new one that names it: a credit by an adjustment, an adjustment by a credit. Once, unless the
 * reversal itself failed.
 * @throws 404 for an unknown one, 400 for what cannot be taken back, 409 when it was already, is not confirmed,
 *   has run out, or is an erased person's
 */
export async function reverse(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  reason: string,
  posting: Posting,
): Promise<Posted> {
  const { rows } = await tx.$client.query<Reversed>(
    `SELECT customer_id::text AS "customerId", type, amount_cents::text AS "amountCents", expires_at AS "expiresAt"
       FROM ledger_postings WHERE shop = $1 AND id = $2`,
    [shop, postingId],
  );
  const [found] = rows;
  if (!found) throw notFound("There is no such posting.");
  if (Number(found.customerId) < 0) throw conflict(ERASED);
  if (found.type !== "Credit" && found.type !== "Adjustment")
    throw badRequest(`A posting of the type ${found.type} was made by Shopify: it cannot be reversed here.`);
  if (found.expiresAt && found.expiresAt <= posting.now) throw conflict(ranOut(found.expiresAt));
  // Two people reversing it at once: the second one sees the first one's.
  await lockAccounts(tx, shop, [Number(found.customerId)]);
  const { isConfirmed, isReversed } = await standingOf(tx, shop, postingId);
  if (!isConfirmed) throw conflict("Only a confirmed posting can be reversed.");
  if (isReversed) throw conflict("This posting was reversed already.");
  const [posted] = await post(
    tx,
    shop,
    [
      {
        customerId: Number(found.customerId),
        type: found.type === "Credit" ? "Adjustment" : "Credit",
        amountCents: Math.abs(Number(found.amountCents)),
        reference: reason,
        reversesId: postingId,
      },
    ],
    posting,
  );
  if (!posted) throw new Error("A posting was neither written nor refused.");
  return posted;
}

async function standingOf(tx: ShopTransaction, shop: string, postingId: string) {
  const { rows } = await tx.$client.query<{ isConfirmed: boolean; isReversed: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE shop = $1 AND posting_id = $2) AS "isConfirmed",
            EXISTS (SELECT 1 FROM ledger_postings AS later WHERE later.shop = $1 AND later.reverses_id = $2
                       AND NOT EXISTS (SELECT 1 FROM ledger_outcomes AS outcome WHERE outcome.shop = $1
                                          AND outcome.posting_id = later.id AND outcome.state = 'FAILED')) AS "isReversed"`,
    [shop, postingId],
  );
  const [standing] = rows;
  if (!standing) throw new Error("A question without an answer.");
  return standing;
}
