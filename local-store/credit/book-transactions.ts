import type { Queryable, Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { Spending, StoreCreditAccountRow, StoreCreditEvent, StoreCreditTransactionRow } from "./rows.ts";

/** Why a transaction is booked. `orderTransactionId` is its origin in the Admin API. */
export interface BookingCause {
  event: StoreCreditEvent;
  orderTransactionId?: number;
}

/*
 * Callers must hold the account's lock (accounts.ts) in the same database transaction. Every booking updates the balance in the row
 * and in the `account` argument.
 */

/** Books a credit that can be spent until `expiresAt`. */
export async function bookCredit(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  { cents, expiresAt, ...cause }: BookingCause & { cents: number; expiresAt: Date | null },
): Promise<StoreCreditTransactionRow> {
  return book(db, store, account, {
    ...bookingDefaults(cause),
    type: "CREDIT",
    amount_cents: cents,
    expires_at: expiresAt,
    remaining_cents: cents,
  });
}

/** Books a debit against the credits that expire first. Throws a RangeError if the balance is too low. */
export async function bookDebit(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  { cents, ...cause }: BookingCause & { cents: number },
): Promise<StoreCreditTransactionRow> {
  const { rows } = await db.query<Pick<StoreCreditTransactionRow, "id" | "remaining_cents">>(
    `SELECT id, remaining_cents FROM store_credit_transactions
     WHERE shop = $1 AND account_id = $2 AND remaining_cents > 0 AND NOT expired
     ORDER BY expires_at ASC NULLS LAST, id`,
    [account.shop, account.id],
  );
  const spent: Spending[] = [];
  let unallocated = cents;
  for (const { id, remaining_cents } of rows) {
    if (unallocated === 0) break;
    const allocated = Math.min(unallocated, remaining_cents);
    spent.push({ id, cents: allocated });
    unallocated -= allocated;
  }
  if (unallocated > 0) throw new RangeError("The debit exceeds the balance of the store credit account.");
  await changeRemaining(
    db,
    account.shop,
    spent.map((spending) => ({ id: spending.id, cents: -spending.cents })),
  );
  return book(db, store, account, { ...bookingDefaults(cause), type: "DEBIT", amount_cents: -cents, spent });
}

/**
 * Reverts a part of a debit: returns the amount to the debited credits, last spent first. Amounts from credits that expired since
 * then can be spent without an expiry date.
 */
export async function bookRevert(
  db: Queryable,
  store: Store,
  account: StoreCreditAccountRow,
  { debit, cents, ...cause }: BookingCause & { debit: StoreCreditTransactionRow; cents: number },
): Promise<StoreCreditTransactionRow> {
  const returned = splitReturn(debit, cents);
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM store_credit_transactions
     WHERE shop = $1 AND id = ANY ($2) AND NOT expired AND (expires_at IS NULL OR expires_at > $3)`,
    [account.shop, returned.map(({ id }) => id), new Date(store.clock.now())],
  );
  const spendable = new Set(rows.map(({ id }) => id));
  const toCredits = returned.filter(({ id }) => spendable.has(id));
  await changeRemaining(db, account.shop, toCredits);
  await db.query(
    "UPDATE store_credit_transactions SET reverted_cents = reverted_cents + $3 WHERE shop = $1 AND id = $2",
    [account.shop, debit.id, cents],
  );
  return book(db, store, account, {
    ...bookingDefaults(cause),
    type: "DEBIT_REVERT",
    amount_cents: cents,
    remaining_cents: cents - toCredits.reduce((sum, part) => sum + part.cents, 0),
    debit_id: debit.id,
  });
}

/**
 * Books the expirations that are due. An expired credit keeps its remaining amount. The schema has no event for an expiration, so it
 * is an adjustment.
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
      ...bookingDefaults({ event: "ADJUSTMENT" }),
      type: "EXPIRATION",
      amount_cents: -credit.remaining_cents,
      credit_id: credit.id,
    });
  }
}

/** Splits a returned amount over the parts of a debit, after earlier reverts. */
function splitReturn(debit: StoreCreditTransactionRow, cents: number): Spending[] {
  let alreadyReverted = debit.reverted_cents;
  let unallocated = cents;
  const parts: Spending[] = [];
  for (const part of [...debit.spent].reverse()) {
    const skipped = Math.min(alreadyReverted, part.cents);
    alreadyReverted -= skipped;
    const returned = Math.min(unallocated, part.cents - skipped);
    unallocated -= returned;
    if (returned > 0) parts.push({ id: part.id, cents: returned });
  }
  if (unallocated > 0) throw new RangeError("The revert exceeds the debit.");
  return parts;
}

async function changeRemaining(db: Queryable, shop: string, changes: readonly Spending[]): Promise<void> {
  await db.query(
    `UPDATE store_credit_transactions t SET remaining_cents = remaining_cents + c.cents
     FROM unnest($2::bigint[], $3::bigint[]) AS c (id, cents) WHERE t.shop = $1 AND t.id = c.id`,
    [shop, changes.map(({ id }) => id), changes.map(({ cents }) => cents)],
  );
}

function bookingDefaults({ event, orderTransactionId }: BookingCause) {
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
