import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, subtractCents } from "~/platform/money/cents";
import { type CreditAccount, findAccount } from "./list-accounts.server";
import type { PostingType } from "./posting";

/** A confirmed posting as a statement shows it. */
export interface StatementLine {
  id: string;
  /** ISO 8601. */
  at: string;
  type: PostingType;
  reference: string;
  /** Who posted it. */
  by: string;
  /** Until when a credit can be spent, ISO 8601. Null for one without an end. */
  expiresAt: string | null;
  /** Signed. */
  amountCents: Cents;
  /** The balance after it. */
  balanceCents: Cents;
}

export interface Statement {
  account: CreditAccount;
  /** Newest first. */
  lines: StatementLine[];
  /** The balance before the oldest line. */
  openingCents: Cents;
}

/**
 * A customer's confirmed postings, with the balance after each.
 * @param most returns only the newest lines
 * @returns null for a customer who never had credit
 */
export async function readStatement(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  most: number,
): Promise<Statement | null> {
  const account = await findAccount(tx, shop, customerId);
  if (!account) return null;
  const { rows } = await tx.$client.query<Omit<StatementLine, "balanceCents">>(
    `SELECT posting.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, posting.type,
            posting.reference, posting.actor_name AS by,
            to_char(posting.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expiresAt",
            entry.amount_cents::float8 AS "amountCents"
       FROM ledger_entries AS entry JOIN ledger_postings AS posting
         ON posting.shop = entry.shop AND posting.id = entry.posting_id
      WHERE entry.shop = $1 AND entry.customer_id = $2 AND entry.account = 'customer'
      ORDER BY entry.at DESC, posting.number DESC LIMIT $3`,
    [shop, customerId, most],
  );
  let balanceCents = account.balanceCents;
  const lines = rows.map((row) => {
    const line = { ...row, balanceCents };
    balanceCents = subtractCents(balanceCents, row.amountCents);
    return line;
  });
  return { account, lines, openingCents: balanceCents };
}
