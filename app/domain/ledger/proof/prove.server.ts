import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { MONTHS_THAT_DIFFER } from "../months.server";
import { CUSTOMER_ACCOUNT } from "../posting";
import { CONTRA } from "../settle.server";
import { tellCredits } from "../tell.server";
import type { Difference, DifferenceKind } from "./difference";
import { endDifferences, noteDifferences } from "./differences.server";

/** No proof names more of a kind. */
const MOST_NAMED = 1_000;
/** Going over ten million entries takes longer than any request may (milliseconds). */
const PROOF_WITHIN_MS = 20 * 60_000;

/** Every night, and when somebody asks for it: the ledger is proved in itself, and what was found is kept. */
export const proveLedger: Task = {
  name: "ledger.prove",
  schedule: "20 2 * * *",
  async run(shop) {
    const differences = await prove(shop);
    tellCredits(shop);
    if (differences.length > 0)
      log.error({ shop, differences: differences.length }, "the ledger does not agree with itself");
  },
};

/** What within the ledger can fail to agree, each as SQL that answers what does not, of shop $1. */
const QUESTIONS: Readonly<Record<Exclude<DifferenceKind, "shopify">, string>> = {
  entries: `
    SELECT lowest AS customer, posting_id AS posting, CASE WHEN cents = 0 THEN booked ELSE cents END AS ours, 0 AS theirs,
           CASE WHEN cents <> 0 OR entries <> 2 THEN 'The two entries of a posting do not sum to zero.'
                WHEN posting.id IS NULL THEN 'Entries stand without a posting.'
                WHEN lowest <> posting.customer_id OR highest <> posting.customer_id
                THEN 'The entries of a posting stand on another customer than the posting.'
                ELSE 'The other entry of a posting stands on another account than its type asks for.' END AS what
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
           'What is held is not the sum of the debits that are on their way.' AS what
      FROM (SELECT customer_id, held_cents FROM credit_accounts WHERE shop = $1 AND held_cents <> 0) AS account
      FULL JOIN (SELECT posting.customer_id, sum(-amount_cents) AS cents
                   FROM ledger_open AS open JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = open.posting_id
                  WHERE open.shop = $1 AND amount_cents < 0 GROUP BY posting.customer_id) AS debits USING (customer_id)
     WHERE coalesce(held_cents, 0) <> coalesce(cents, 0)`,
  end: `
    SELECT posting.customer_id AS customer, posting.id AS posting, posting.amount_cents AS ours, coalesce(booked.cents, 0) AS theirs,
           CASE WHEN open.posting_id IS NOT NULL THEN 'A posting is at its end and still on its way.'
                WHEN outcome.state IS NULL THEN 'A posting has neither an end nor is it on its way.'
                WHEN outcome.state = 'FAILED' THEN 'A posting failed, and has entries all the same.'
                ELSE 'A posting is confirmed, and its entry is missing or of another amount.' END AS what
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
  // Of no one customer: one is named at a time.
  month: `SELECT * FROM (${MONTHS_THAT_DIFFER} LIMIT 1) AS first`,
};

/**
 * Proves the ledger of a shop in itself: every posting's entries sum to zero and are its own, every balance is the sum of its entries, what is
 * held is what is on its way, every posting has one end or is on its way, every month's sums are those of its entries. All of it is seen at one moment.
 * @returns what does not agree; it is written down, too
 */
export async function prove(shop: string): Promise<Difference[]> {
  const { begunAt, counts, differences } = await withShop(shop, async (tx) => {
    await tx.$client.query(
      `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL statement_timeout = ${PROOF_WITHIN_MS}`,
    );
    return inspect(tx, shop);
  });
  await withShop(shop, async (tx) => {
    await noteDifferences(tx, shop, differences);
    await endDifferences(tx, shop, Object.keys(QUESTIONS) as DifferenceKind[], begunAt);
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

async function inspect(tx: ShopTransaction, shop: string) {
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
  if (!counted) throw new Error("A question without an answer.");
  const { now, ...counts } = counted;
  const differences: Difference[] = [];
  for (const [kind, question] of Object.entries(QUESTIONS)) {
    const found = await tx.$client.query<Row>(`${question} LIMIT ${MOST_NAMED}`, [shop]);
    differences.push(
      ...found.rows.map(({ customer, posting, ours, theirs, what }) => ({
        kind: kind as DifferenceKind,
        customerId: customer === null ? null : Number(customer),
        postingId: posting,
        oursCents: Number(ours),
        theirsCents: Number(theirs),
        what,
      })),
    );
  }
  return { begunAt: now, counts, differences };
}
