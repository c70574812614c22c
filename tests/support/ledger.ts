import { cents } from "~/platform/money/cents";
import { callsOf } from "./calls.ts";
import { refreshMirror, registerStudent } from "./people.ts";
import { DEMO, type TestShop } from "./test-shop.ts";

/** The administrator who posts in tests. */
export const BOOKKEEPER = { id: "1", name: "Olivia Owner", email: "olivia@demo.example" };

/** An account's sums. They must be equal when nothing is pending. */
export interface Balances {
  customerId: number;
  ours: number;
  held: number;
  entries: number;
  theirs: number;
}

/** The transactions of a shop's ledger as the account owner finds them, oldest first. @param search part of a reference, or of a customer's name or email */
export async function transactions(search = "", shop = DEMO) {
  const { credits } = await callsOf("1", shop);
  const list: Awaited<ReturnType<typeof credits.transactions>>["list"] = [];
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const found = await credits.transactions({ search, sortOrder: "asc", page, pageSize: 50 });
    list.push(...found.list);
    hasNext = found.hasNext;
  }
  return list;
}

/** The ledger's services in this process, over the local store's credit. Sign an administrator in first: that installs the shop. */
export async function ledgerServices({ localStore }: TestShop) {
  const [
    { withShop },
    { post },
    { dispatchOpenPostings },
    { reconcileAccount },
    { liveAdminApi },
    { database },
  ] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/domain/ledger/dispatch/dispatch-postings.server"),
    import("~/domain/ledger/reconcile/reconcile-account.server"),
    import("~/connectors/shopify/live.server"),
    import("~/platform/db/pool.server"),
  ]);
  const signal = new AbortController().signal;
  const adminApi = liveAdminApi(DEMO);
  const posting = () => ({ by: BOOKKEEPER, operationKey: "1:test", now: new Date() });
  return {
    /** Creates customers in the store and in the mirror. */
    async customers(count: number, prefix: string): Promise<number[]> {
      const ids: number[] = [];
      for (let number = 1; number <= count; number += 1)
        ids.push(await registerStudent(localStore, { name: `${prefix} Number${number}` }));
      await refreshMirror(ids);
      return ids;
    },
    async post(
      type: "Credit" | "Adjustment",
      customerId: number,
      amountCents: number,
      expiresAt?: Date,
    ): Promise<{ postingId: string | null; problem: string | null }> {
      const request = { customerId, type, amountCents: cents(amountCents), reference: "Test", expiresAt };
      const [posted] = await withShop(DEMO, (tx) => post(tx, DEMO, [request], posting()));
      if (!posted) throw new Error("The ledger returned no posting.");
      return posted;
    },
    /** Dispatches until no posting is open. */
    dispatch: (clock = { now: () => new Date() }) =>
      dispatchOpenPostings({ shop: DEMO, adminApi, clock, signal }),
    reconcile: (customerId: number) =>
      reconcileAccount({ shop: DEMO, adminApi, call: { priority: "bulk" } }, customerId),
    /** The outcomes of a posting, in order. */
    async steps(postingId: string | null) {
      const { rows } = await database().query<{ state: string; problem: string | null; seconds: number }>(
        `SELECT outcome.state, outcome.problem, extract(epoch FROM outcome.at - posting.at)::float AS seconds
           FROM ledger_outcomes AS outcome JOIN ledger_postings AS posting ON posting.id = outcome.posting_id
          WHERE outcome.posting_id = $1 ORDER BY outcome.id`,
        [postingId],
      );
      return rows;
    },
    /** The postings of a customer, in order. */
    async postings(customerId: number) {
      const { rows } = await database().query<{
        type: string;
        cents: number;
        reference: string;
        actor_name: string;
      }>(
        `SELECT type, amount_cents::int AS cents, reference, actor_name FROM ledger_postings
          WHERE shop = $1 AND customer_id = $2 ORDER BY number`,
        [DEMO, customerId],
      );
      return rows;
    },
    /** Each account's sums beside the local store's balance. */
    async balances(customerIds: readonly number[]): Promise<Balances[]> {
      const [ours, theirs] = await Promise.all([
        database().query<{ id: string; ours: string; held: string; entries: string }>(
          `SELECT customer_id AS id, balance_cents AS ours, held_cents AS held,
                  (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries AS entry
                    WHERE entry.shop = account.shop AND entry.customer_id = account.customer_id AND account = 'customer') AS entries
             FROM credit_accounts AS account WHERE shop = $1 AND customer_id = ANY($2::bigint[])`,
          [DEMO, customerIds],
        ),
        localStore.store.pool.query<{ id: number; cents: number }>(
          `SELECT customer_id AS id, balance_cents AS cents FROM store_credit_accounts
            WHERE shop = $1 AND customer_id = ANY($2::bigint[])`,
          [DEMO, customerIds],
        ),
      ]);
      const cents = new Map(theirs.rows.map((row) => [Number(row.id), Number(row.cents)]));
      return ours.rows.map((row) => ({
        customerId: Number(row.id),
        ours: Number(row.ours),
        held: Number(row.held),
        entries: Number(row.entries),
        theirs: cents.get(Number(row.id)) ?? 0,
      }));
    },
    /** How many credits and debits the local store booked for these customers. */
    async booked(customerIds: readonly number[]): Promise<number> {
      const { rows } = await localStore.store.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM store_credit_transactions AS t
           JOIN store_credit_accounts AS a ON a.shop = t.shop AND a.id = t.account_id
          WHERE t.shop = $1 AND customer_id = ANY($2::bigint[])`,
        [DEMO, customerIds],
      );
      return rows[0]?.count ?? 0;
    },
  };
}
