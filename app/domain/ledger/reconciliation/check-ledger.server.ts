import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { centsFromDatabase } from "~/platform/money/cents";
import type { Difference, DifferenceKind } from "../difference";
import { closeDifferences, recordDifferences } from "../differences.server";
import { MONTHS_THAT_DIFFER } from "../monthly-sums.server";
import { CUSTOMER_ACCOUNT } from "../posting";
import { publishCreditsChanged } from "../publish-credits-changed.server";
import { reconcileAllAccounts } from "../reconcile/reconcile-all.server";
import { reconcileDue } from "../reconcile/reconcile-queued.server";
import { CONTRA } from "../settle.server";

/** The most differences of a kind that one check records. */
const MAX_PER_KIND = 1_000;
/** Reading ten million entries takes longer than a request may (milliseconds). */
const TIMEOUT_MS = 20 * 60_000;

/**
 * Compares all balances with Shopify and then checks the ledger, every night and on demand, and records the differences. Without an
 * answer from Shopify only the ledger is checked: the balances then are as of their last comparison.
 */
export const checkLedger = defineTask({
  name: "ledger.prove",
  schedule: {
    cron: "30 1 * * *",
    due: "EXISTS (SELECT FROM credit_accounts AS due WHERE due.shop = shops.shop)",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
  async run(shop, signal) {
    const adminApi = liveAdminApi(shop);
    try {
      await reconcileAllAccounts(shop, adminApi, signal);
      await reconcileDue({ shop, adminApi, call: { priority: "bulk", signal } });
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ shop, err: error }, "the balances could not be compared with Shopify before the check");
    }
    const differences = await runLedgerCheck(shop);
    publishCreditsChanged(shop);
    if (differences.length > 0)
      log.error({ shop, differences: differences.length }, "the ledger's checks found differences");
  },
});

/** The ledger's checks, each as SQL that returns the differences of shop $1. */
const CHECKS: Readonly<Record<Exclude<DifferenceKind, "shopify">, string>> = {
  entries: `
    SELECT lowest AS customer, posting_id AS posting, CASE WHEN cents = 0 THEN booked ELSE cents END AS ours, 0 AS theirs,
           CASE WHEN cents <> 0 OR entries <> 2 THEN 'The two entries of a posting do not sum to zero.'
                WHEN posting.id IS NULL THEN 'Entries have no posting.'
                WHEN lowest <> posting.customer_id OR highest <> posting.customer_id
                THEN 'The entries of a posting belong to another customer than the posting.'
                ELSE 'The contra entry of a posting is on another account than its type requires.' END AS what
      FROM (SELECT posting_id, min(customer_id) AS lowest, max(customer_id) AS highest, sum(amount_cents) AS cents, count(*) AS entries,
                   coalesce(sum(amount_cents) FILTER (WHERE account = '${CUSTOMER_ACCOUNT}'), 0) AS booked,
                   min(account) FILTER (WHERE account <> '${CUSTOMER_ACCOUNT}') AS contra
              FROM ledger_entries WHERE shop = $1 GROUP BY posting_id) AS entry
      LEFT JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = posting_id
     WHERE cents <> 0 OR entries <> 2 OR posting.id IS NULL OR lowest <> posting.customer_id OR highest <> posting.customer_id
        OR contra IS DISTINCT FROM ${CONTRA}`,
  sum: `
    SELECT customer_id AS customer, NULL::uuid AS posting, coalesce(balance_cents, 0) AS ours, coalesce(cents, 0) AS theirs,
           'The balance is not the sum of the entries.' AS what
      FROM (SELECT customer_id, balance_cents FROM credit_accounts WHERE shop = $1) AS account
      FULL JOIN (SELECT customer_id, sum(amount_cents) AS cents FROM ledger_entries
                  WHERE shop = $1 AND account = '${CUSTOMER_ACCOUNT}' GROUP BY customer_id) AS entries USING (customer_id)
     WHERE coalesce(balance_cents, 0) <> coalesce(cents, 0)`,
  held: `
    SELECT customer_id AS customer, NULL::uuid AS posting, coalesce(held_cents, 0) AS ours, coalesce(cents, 0) AS theirs,
           'The held amount is not the sum of the pending debits.' AS what
      FROM (SELECT customer_id, held_cents FROM credit_accounts WHERE shop = $1 AND held_cents <> 0) AS account
      FULL JOIN (SELECT posting.customer_id, sum(-amount_cents) AS cents
                   FROM ledger_open AS open JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = open.posting_id
                  WHERE open.shop = $1 AND amount_cents < 0 GROUP BY posting.customer_id) AS debits USING (customer_id)
     WHERE coalesce(held_cents, 0) <> coalesce(cents, 0)`,
  end: `
    SELECT posting.customer_id AS customer, posting.id AS posting, posting.amount_cents AS ours, coalesce(booked.cents, 0) AS theirs,
           CASE WHEN open.posting_id IS NOT NULL THEN 'A posting has ended and is still open.'
                WHEN outcome.state IS NULL THEN 'A posting has no outcome and is not open.'
                WHEN outcome.state = 'FAILED' THEN 'A posting failed but has entries.'
                ELSE 'A posting is confirmed, but its entry is missing or has another amount.' END AS what
      FROM ledger_postings AS posting
      LEFT JOIN ledger_outcomes AS outcome ON outcome.shop = $1 AND outcome.posting_id = posting.id
            AND outcome.state IN ('CONFIRMED', 'FAILED')
      LEFT JOIN ledger_open AS open ON open.shop = $1 AND open.posting_id = posting.id
      LEFT JOIN (SELECT posting_id, amount_cents AS cents FROM ledger_entries
                  WHERE shop = $1 AND account = '${CUSTOMER_ACCOUNT}') AS booked ON booked.posting_id = posting.id
     WHERE posting.shop = $1
       AND ((outcome.state IS NULL) <> (open.posting_id IS NOT NULL)
         OR CASE WHEN outcome.state = 'CONFIRMED' THEN booked.cents IS DISTINCT FROM posting.amount_cents
                 ELSE booked.cents IS NOT NULL END)`,
  // A month belongs to no customer, so only one can be open.
  month: `SELECT * FROM (${MONTHS_THAT_DIFFER} LIMIT 1) AS first`,
};

/**
 * Checks a shop's ledger in one snapshot: every posting's entries sum to zero and are its own, every balance is the sum of its
 * entries, the held amounts are the pending debits, every posting is either open or has one outcome, and every month's sums are
 * those of its entries.
 * @returns the differences, which are recorded too
 */
export async function runLedgerCheck(shop: string): Promise<Difference[]> {
  const { begunAt, counts, differences } = await withShop(shop, async (tx) => {
    await tx.$client.query(
      `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL statement_timeout = ${TIMEOUT_MS}`,
    );
    return runChecks(tx, shop);
  });
  await withShop(shop, async (tx) => {
    await recordDifferences(tx, shop, differences);
    await closeDifferences(tx, shop, Object.keys(CHECKS) as DifferenceKind[], begunAt);
    await tx.$client.query(
      `INSERT INTO ledger_proofs (shop, at, accounts, postings, entries, owed_cents) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (shop) DO UPDATE SET at = excluded.at, accounts = excluded.accounts, postings = excluded.postings,
         entries = excluded.entries, owed_cents = excluded.owed_cents`,
      [shop, begunAt, counts.accounts, counts.postings, counts.entries, counts.owed],
    );
  });
  return differences;
}

interface Row {
  customer: string | null;
  posting: string | null;
  ours: string;
  theirs: string;
  what: string;
}

async function runChecks(tx: ShopTransaction, shop: string) {
  const { rows } = await tx.$client.query<
    Record<"accounts" | "postings" | "entries" | "owed", string> & { now: Date }
  >(
    `SELECT clock_timestamp() AS now,
            (SELECT count(*) FROM credit_accounts WHERE shop = $1) AS accounts,
            (SELECT count(*) FROM ledger_postings WHERE shop = $1) AS postings,
            (SELECT count(*) FROM ledger_entries WHERE shop = $1) AS entries,
            (SELECT coalesce(sum(balance_cents), 0) FROM credit_accounts WHERE shop = $1) AS owed`,
    [shop],
  );
  const [counted] = rows;
  if (!counted) throw new Error("The counts returned no row.");
  const { now, ...counts } = counted;
  const differences: Difference[] = [];
  for (const [kind, statement] of Object.entries(CHECKS)) {
    const found = await tx.$client.query<Row>(`${statement} LIMIT ${MAX_PER_KIND}`, [shop]);
    differences.push(
      ...found.rows.map(({ customer, posting, ours, theirs, what }) => ({
        kind: kind as DifferenceKind,
        customerId: customer === null ? null : Number(customer),
        postingId: posting,
        oursCents: centsFromDatabase(ours),
        theirsCents: centsFromDatabase(theirs),
        what,
      })),
    );
  }
  return { begunAt: now, counts, differences };
}
