import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { notifyDispatcher } from "./publish-credits-changed.server";
import { failDuplicate } from "./settle.server";

/** A posting that may already be paid, by a transaction that Shopify has. */
interface PossibleDuplicate {
  id: string;
  customerId: number;
  customerName: string;
  customerEmail: string | null;
  type: "Credit" | "Adjustment";
  /** Signed. */
  amountCents: Cents;
  reference: string;
  /** When the administrator requested it. */
  at: Date;
  actorName: string;
  /** When Shopify made the transaction that it may be. */
  paidAt: Date;
}

/** More are listed when some of these are decided. */
const MAX_LISTED = 100;

const SELECT = `SELECT posting.id, posting.customer_id::float8 AS "customerId", coalesce(account.name, '') AS "customerName",
       account.email AS "customerEmail", posting.type, posting.amount_cents AS "amountCents", posting.reference, posting.at,
       coalesce(nullif(posting.actor_name, ''), posting.actor_email) AS "actorName", external.at AS "paidAt"
  FROM ledger_open AS open
  JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = open.posting_id
  JOIN ledger_postings AS external ON external.shop = $1 AND external.id = open.possible_duplicate_of
  LEFT JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = posting.customer_id
 WHERE open.shop = $1 AND open.possible_duplicate_of IS NOT NULL`;

/** The postings that wait for a person's decision, oldest first, and how many there are. */
export async function listPossibleDuplicates(
  tx: ShopTransaction,
  shop: string,
): Promise<{ list: PossibleDuplicate[]; total: number }> {
  const { rows } = await tx.$client.query<PossibleDuplicate & { amountCents: string }>(
    `${SELECT} ORDER BY open.number LIMIT ${MAX_LISTED}`,
    [shop],
  );
  const { rows: counts } = await tx.$client.query<{ total: number }>(
    "SELECT count(*)::int AS total FROM ledger_open WHERE shop = $1 AND possible_duplicate_of IS NOT NULL",
    [shop],
  );
  return {
    list: rows.map((row) => ({ ...row, amountCents: centsFromDatabase(row.amountCents) })),
    total: counts[0]?.total ?? 0,
  };
}

/**
 * Decides on a posting that may already be paid. `paid`: it is the transaction that Shopify has, which stays as it was recorded, and
 * the posting fails with the reason. `send`: it is another one, and is sent.
 * @param why a sentence that becomes the problem of a posting that is paid
 * @returns the posting, or only its customer when it doesn't wait for a decision
 * @throws 404 for an unknown posting
 */
export async function decideDuplicate(
  tx: ShopTransaction,
  shop: string,
  { postingId, decision, why }: { postingId: string; decision: "paid" | "send"; why: string },
): Promise<{ customerId: number; held: PossibleDuplicate | null }> {
  const { rows } = await tx.$client.query<PossibleDuplicate & { amountCents: string }>(
    `${SELECT} AND open.posting_id = $2 FOR UPDATE OF open`,
    [shop, postingId],
  );
  const [held] = rows;
  if (!held) return { customerId: await readCustomer(tx, shop, postingId), held: null };
  if (decision === "paid") await failDuplicate(tx, shop, postingId, why);
  else {
    await tx.$client.query(
      `UPDATE ledger_open SET possible_duplicate_of = NULL, is_confirmed_new = true, problem = NULL, not_before = clock_timestamp()
        WHERE shop = $1 AND posting_id = $2`,
      [shop, postingId],
    );
    notifyDispatcher(tx, shop, "click");
  }
  const { customerId } = held;
  return { customerId, held: { ...held, amountCents: centsFromDatabase(held.amountCents) } };
}

async function readCustomer(tx: ShopTransaction, shop: string, postingId: string): Promise<number> {
  const { rows } = await tx.$client.query<{ customerId: number }>(
    `SELECT customer_id::float8 AS "customerId" FROM ledger_postings WHERE shop = $1 AND id = $2`,
    [shop, postingId],
  );
  if (!rows[0]) throw notFound("There is no such transaction.");
  return rows[0].customerId;
}
