import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { lockAccounts, type Posted, type Posting, post } from "./post.server";
import { CUSTOMER_ACCOUNT } from "./posting";
import { endsAlike, readReversals } from "./reversals.server";
import { type Movement, type Taken, takenBy } from "./spending";

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

const REVERSED_ALREADY = "This posting was reversed already.";

/** What a reversal wrote down. */
export interface Reversal {
  /** One for each end that what was taken had; all of them are accepted, or none. */
  posted: Posted[];
  /** What an adjustment took that would have run out since: it is not given back. */
  lapsedCents: number;
}

/**
 * Takes a posting back by new ones that name it: a credit by an adjustment; an adjustment by credits that run out when what was taken
 * would have, one for each such day. Once; what failed of it may be asked for again.
 * @throws 404 for an unknown one, 400 for what cannot be taken back, 409 when it was already, is not confirmed,
 *   has run out, or is an erased person's
 */
export async function reverse(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  reason: string,
  posting: Posting,
): Promise<Reversal> {
  const { rows } = await tx.$client.query<Reversed>(
    `SELECT customer_id::text AS "customerId", type, amount_cents::text AS "amountCents", expires_at AS "expiresAt"
       FROM ledger_postings WHERE shop = $1 AND id = $2`,
    [shop, postingId],
  );
  const [found] = rows;
  if (!found) throw notFound("There is no such posting.");
  const customerId = Number(found.customerId);
  if (customerId < 0) throw conflict(ERASED);
  if (found.type !== "Credit" && found.type !== "Adjustment")
    throw badRequest(`A posting of the type ${found.type} was made by Shopify: it cannot be reversed here.`);
  if (found.expiresAt && found.expiresAt <= posting.now) throw conflict(ranOut(found.expiresAt));
  // Two people reversing it at once: the second one sees the first one's.
  await lockAccounts(tx, shop, [customerId]);
  if (!(await isConfirmed(tx, shop, postingId))) throw conflict("Only a confirmed posting can be reversed.");
  const { standing } = await readReversals(tx, shop, postingId);
  const amountCents = Math.abs(Number(found.amountCents));
  if (centsOf(standing) >= amountCents) throw conflict(REVERSED_ALREADY);
  const isDebit = found.type === "Adjustment";
  const parts = isDebit
    ? await partsTaken(tx, shop, customerId, postingId)
    : [{ cents: amountCents, endsAt: null }];
  const missing = parts.filter((part) => !standing.some((given) => endsAlike(given, part)));
  const wanted = missing.filter(({ endsAt }) => endsAt === null || endsAt > posting.now);
  if (wanted.length === 0)
    throw conflict(standing.length > 0 ? REVERSED_ALREADY : wouldHaveRunOut(lastEndOf(missing)));
  const posted: Posted[] = [];
  for (const { cents, endsAt } of wanted) {
    const back = {
      customerId,
      type: isDebit ? ("Credit" as const) : ("Adjustment" as const),
      amountCents: cents,
      reference: reason,
      reversesId: postingId,
      expiresAt: endsAt ?? undefined,
    };
    posted.push(...(await post(tx, shop, [back], posting)));
  }
  return { posted, lapsedCents: centsOf(missing) - centsOf(wanted) };
}

const centsOf = (parts: readonly { cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);

const lastEndOf = (parts: readonly Taken[]): Date =>
  new Date(Math.max(...parts.map(({ endsAt }) => Number(endsAt))));

/** What an adjustment took, by when it would have run out: one part for each such instant, the first first. */
async function partsTaken(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  postingId: string,
): Promise<Taken[]> {
  const { rows } = await tx.$client.query<Movement & { cents: string }>(
    `SELECT posting.id, posting.type, entry.amount_cents AS cents, entry.at, posting.expires_at AS "endsAt"
       FROM ledger_entries AS entry
       JOIN ledger_postings AS posting ON posting.shop = entry.shop AND posting.id = entry.posting_id
      WHERE entry.shop = $1 AND entry.customer_id = $2 AND entry.account = '${CUSTOMER_ACCOUNT}'
      ORDER BY entry.at, posting.number`,
    [shop, customerId],
  );
  const movements = rows.map((row) => ({ ...row, cents: Number(row.cents) }));
  const parts: Taken[] = [];
  for (const taken of takenBy(movements, postingId)) {
    const alike = parts.find((part) => endsAlike(part, taken));
    if (alike) alike.cents += taken.cents;
    else parts.push({ ...taken });
  }
  return parts;
}

async function isConfirmed(tx: ShopTransaction, shop: string, postingId: string): Promise<boolean> {
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM ledger_entries WHERE shop = $1 AND posting_id = $2 LIMIT 1",
    [shop, postingId],
  );
  return rows.length > 0;
}
