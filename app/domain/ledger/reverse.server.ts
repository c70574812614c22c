import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { lockAccounts, type Posted, type Posting, post } from "./post.server";
import { CUSTOMER_ACCOUNT } from "./posting";
import { type Movement, takenBy } from "./spending";

const ERASED =
  "The data of this transaction's customer were erased: their credit can no longer be changed here.";

/** What was left of it went with that day: taking it back would take what the customer has from elsewhere. */
const ranOut = (at: Date): string =>
  `This credit ran out on ${at.toISOString().slice(0, 10)}: what was left of it is gone already. To take something else, make an adjustment.`;

/** What an adjustment took would be gone by now: to give it back would be to give something else. */
const wouldHaveRunOut = (at: Date): string =>
  `What this adjustment took would have run out on ${at.toISOString().slice(0, 10)}. To give the customer something all the same, issue a credit.`;

/** The posting that is to be taken back. */
interface Reversed {
  customerId: string;
  type: string;
  amountCents: string;
  expiresAt: Date | null;
}

/**
 * Takes a posting back by a new one that names it: a credit by an adjustment, an adjustment by a credit that runs out when what was
 * taken would have; of several such days it is the latest. Once, unless the reversal itself failed.
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
  const isDebit = found.type === "Adjustment";
  const expiresAt = isDebit ? await endOfTaken(tx, shop, Number(found.customerId), postingId) : undefined;
  if (expiresAt && expiresAt <= posting.now) throw conflict(wouldHaveRunOut(expiresAt));
  const [posted] = await post(
    tx,
    shop,
    [
      {
        customerId: Number(found.customerId),
        type: isDebit ? "Credit" : "Adjustment",
        amountCents: Math.abs(Number(found.amountCents)),
        reference: reason,
        reversesId: postingId,
        expiresAt,
      },
    ],
    posting,
  );
  if (!posted) throw new Error("A posting was neither written nor refused.");
  return posted;
}

/** When the last part of what an adjustment took would have run out; undefined when some of it never would. */
async function endOfTaken(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  postingId: string,
): Promise<Date | undefined> {
  const { rows } = await tx.$client.query<Movement & { cents: string }>(
    `SELECT posting.id, posting.type, entry.amount_cents AS cents, entry.at, posting.expires_at AS "endsAt"
       FROM ledger_entries AS entry
       JOIN ledger_postings AS posting ON posting.shop = entry.shop AND posting.id = entry.posting_id
      WHERE entry.shop = $1 AND entry.customer_id = $2 AND entry.account = '${CUSTOMER_ACCOUNT}'
      ORDER BY entry.at, posting.number`,
    [shop, customerId],
  );
  const movements = rows.map((row) => ({ ...row, cents: Number(row.cents) }));
  const ends = takenBy(movements, postingId).map(({ endsAt }) => endsAt);
  if (ends.length === 0 || ends.includes(null)) return undefined;
  return new Date(Math.max(...ends.map(Number)));
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
