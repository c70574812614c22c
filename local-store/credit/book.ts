import type { Queryable, Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { Spending, StoreCreditAccountRow, StoreCreditEvent, StoreCreditTransactionRow } from "./rows.ts";

/** Why and from where: `orderTransactionId` is the origin that the Admin API shows. */
export interface Cause {
  event: StoreCreditEvent;
  orderTransactionId?: number;
}

/*
 * The booking of transactions. Whoever calls these holds the account's lock (accounts.ts) in the same database
 * transaction; the account's balance is kept in step in the row and in the given object.
 */

/** Adds an amount that can be spent until `expiresAt`. */
export async function bookCredit(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  { cents, expiresAt, ...cause }: Cause & { cents: number; expiresAt: Date | null },
): Promise<StoreCreditTransactionRow> {
  return book(db, store, account, {
    ...common(cause),
    type: "CREDIT",
    amount_cents: cents,
    expires_at: expiresAt,
    remaining_cents: cents,
  });
}

/** Takes an amount from the credits that expire earliest. Throws a RangeError when the balance is smaller. */
export async function bookDebit(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  { cents, ...cause }: Cause & { cents: number },
): Promise<StoreCreditTransactionRow> {
  const { rows } = await db.query<Pick<StoreCreditTransactionRow, "id" | "remaining_cents">>(
    `SELECT id, remaining_cents FROM store_credit_transactions
     WHERE shop = $1 AND account_id = $2 AND remaining_cents > 0 AND NOT expired
     ORDER BY expires_at ASC NULLS LAST, id`,
    [account.shop, account.id],
  );
  const spent: Spending[] = [];
  let open = cents;
  for (const { id, remaining_cents } of rows) {
    if (open === 0) break;
    const taken = Math.min(open, remaining_cents);
    spent.push({ id, cents: taken });
    open -= taken;
  }
  if (open > 0) throw new RangeError("The store credit account holds less than is to be taken.");
  await changeRemaining(
    db,
    account.shop,
    spent.map(({ id, cents: taken }) => ({ id, cents: -taken })),
  );
  return book(db, store, account, { ...common(cause), type: "DEBIT", amount_cents: -cents, spent });
}

/**
 * Gives back an amount of a debit: to the credits that it came from, last spent first. What came from a credit that has
 * expired since can be spent without an end.
 */
export async function bookRevert(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  { debit, cents, ...cause }: Cause & { debit: StoreCreditTransactionRow; cents: number },
): Promise<StoreCreditTransactionRow> {
  const returned = toReturn(debit, cents);
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM store_credit_transactions
     WHERE shop = $1 AND id = ANY ($2) AND NOT expired AND (expires_at IS NULL OR expires_at > $3)`,
    [account.shop, returned.map(({ id }) => id), new Date(store.clock.now())],
  );
  const alive = new Set(rows.map(({ id }) => id));
  const toCredits = returned.filter(({ id }) => alive.has(id));
  await changeRemaining(db, account.shop, toCredits);
  await db.query(
    "UPDATE store_credit_transactions SET reverted_cents = reverted_cents + $3 WHERE shop = $1 AND id = $2",
    [account.shop, debit.id, cents],
  );
  return book(db, store, account, {
    ...common(cause),
    type: "DEBIT_REVERT",
    amount_cents: cents,
    remaining_cents: cents - toCredits.reduce((sum, part) => sum + part.cents, 0),
    debit_id: debit.id,
  });
}

/**
 * Ends the credits whose time has come. Of an expired credit the remaining amount stays readable, and the schema has no
 * event for it: an expiration is an adjustment.
 */
export async function bookExpirations(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
): Promise<void> {
  const { rows } = await db.query<StoreCreditTransactionRow>(
    `UPDATE store_credit_transactions SET expired = true
     WHERE shop = $1 AND account_id = $2 AND remaining_cents > 0 AND NOT expired AND expires_at <= $3 RETURNING *`,
    [account.shop, account.id, new Date(store.clock.now())],
  );
  rows.sort((a, b) => Number(a.expires_at) - Number(b.expires_at) || a.id - b.id);
  for (const credit of rows) {
    await book(db, store, account, {
      ...common({ event: "ADJUSTMENT" }),
      type: "EXPIRATION",
      amount_cents: -credit.remaining_cents,
      credit_id: credit.id,
    });
  }
}

/** The parts of a debit that give back so much of it, after what was given back before. */
function toReturn(debit: StoreCreditTransactionRow, cents: number): Spending[] {
  let before = debit.reverted_cents;
  let open = cents;
  const parts: Spending[] = [];
  for (const part of [...debit.spent].reverse()) {
    const skipped = Math.min(before, part.cents);
    before -= skipped;
    const returned = Math.min(open, part.cents - skipped);
    open -= returned;
    if (returned > 0) parts.push({ id: part.id, cents: returned });
  }
  if (open > 0) throw new RangeError("More is to be given back than the debit took.");
  return parts;
}

async function changeRemaining(db: Queryable, shop: string, changes: readonly Spending[]): Promise<void> {
  await db.query(
    `UPDATE store_credit_transactions t SET remaining_cents = remaining_cents + c.cents
     FROM unnest($2::bigint[], $3::bigint[]) AS c (id, cents) WHERE t.shop = $1 AND t.id = c.id`,
    [shop, changes.map(({ id }) => id), changes.map(({ cents }) => cents)],
  );
}

function common({ event, orderTransactionId }: Cause) {
  return {
    event,
    order_transaction_id: orderTransactionId ?? null,
    expires_at: null,
    remaining_cents: 0,
    spent: [] as Spending[],
    debit_id: null,
    credit_id: null,
  };
}

type NewTransaction = Omit<
  StoreCreditTransactionRow,
  "shop" | "id" | "account_id" | "balance_after_cents" | "created_at" | "expired" | "reverted_cents"
>;

async function book(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  row: NewTransaction,
): Promise<StoreCreditTransactionRow> {
  account.balance_cents += row.amount_cents;
  const { rows } = await db.query<StoreCreditTransactionRow>(
    `WITH changed AS (UPDATE store_credit_accounts SET balance_cents = $5 WHERE shop = $1 AND id = $2)
     INSERT INTO store_credit_transactions (shop, account_id, type, amount_cents, balance_after_cents, event, created_at,
       expires_at, remaining_cents, spent, debit_id, credit_id, order_transaction_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING *`,
    [
      account.shop,
      account.id,
      row.type,
      row.amount_cents,
      account.balance_cents,
      row.event,
      shopifyNow(store),
      row.expires_at,
      row.remaining_cents,
      JSON.stringify(row.spent),
      row.debit_id,
      row.credit_id,
      row.order_transaction_id,
    ],
  );
  return rows[0] as StoreCreditTransactionRow;
}
