import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, setFaults, setPlan } from "./approvals.ts";
import { signIn } from "./flags.ts";
import type { Scale } from "./promise.ts";

/** Customers of the store, in the mirror too, with a store that is calm and fast. */
export async function creditCustomers(shop: TestShop, count: number, prefix: string): Promise<number[]> {
  await signIn([shop.token("1")]);
  await liftApprovalLimit(shop);
  await setPlan(shop.localStore, DEMO, "ENTERPRISE");
  setFaults(shop.localStore, DEMO);
  const ids = await addPendingStudents(shop.localStore, DEMO, count, prefix);
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, (tx) =>
    tx.$client.query(
      `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at)
       SELECT $1, id, $3 || ' ' || id, $3 || id || '@students.example', now(), now() FROM unnest($2::bigint[]) AS id
       ON CONFLICT DO NOTHING`,
      [DEMO, ids, prefix],
    ),
  );
  return ids;
}

/** Another promise may have set the amount above which a second administrator approves, and one administrator posts here. */
export async function liftApprovalLimit(shop: TestShop): Promise<void> {
  const { credits } = await signedInCalls(shop);
  await saveLimit(credits.saveApprovalLimit({ amount: null }));
}

/** What has to be zero once everything is at its end, for these customers' credit. */
export async function creditFaults(shop: TestShop, ids: readonly number[]) {
  const [{ runLedgerCheck }, { database }, ledger] = await Promise.all([
    import("~/domain/ledger/reconciliation/check-ledger.server"),
    import("~/platform/db/pool.server"),
    ledgerServices(shop),
  ]);
  const differences = await runLedgerCheck(DEMO);
  const balances = await ledger.balances(ids);
  const { rows } = await database().query<{ confirmed: number; open: number }>(
    `SELECT count(*) FILTER (WHERE outcome.state = 'CONFIRMED')::int AS confirmed,
            count(*) FILTER (WHERE outcome.state IS NULL)::int AS open
       FROM ledger_postings AS posting
       LEFT JOIN ledger_outcomes AS outcome ON outcome.shop = posting.shop AND outcome.posting_id = posting.id
             AND outcome.state IN ('CONFIRMED', 'FAILED')
      WHERE posting.shop = $1 AND posting.customer_id = ANY($2::bigint[])`,
    [DEMO, ids],
  );
  const booked = await ledger.booked(ids);
  const { confirmed = 0, open = 0 } = rows[0] ?? {};
  return {
    open,
    "at Shopify and not in the ledger": Math.max(0, booked - confirmed),
    "in the ledger and not at Shopify": Math.max(0, confirmed - booked),
    "balances that are not the sum of their entries, or not Shopify's": balances.filter(
      ({ ours, held, entries, theirs }) => ours !== entries || ours !== theirs || held !== 0,
    ).length,
    "differences that the proof names": differences.length,
  };
}

const DISPATCHED_WITHIN_MS = 10 * 60_000;

/** Dispatches until only the canaries' postings are open, which wait for centuries. @throws when others are open after ten minutes */
export async function dispatchAll(shop: TestShop): Promise<void> {
  const [ledger, { database }] = await Promise.all([
    ledgerServices(shop),
    import("~/platform/db/pool.server"),
  ]);
  const begun = performance.now();
  for (;;) {
    await ledger.dispatch();
    const { rows } = await database().query<{ posting_id: string; problem: string | null }>(
      `SELECT posting_id, problem FROM ledger_open WHERE shop = $1 AND not_before < now() + interval '1 year' LIMIT 3`,
      [DEMO],
    );
    if (rows.length === 0) return;
    if (performance.now() - begun > DISPATCHED_WITHIN_MS)
      throw new Error(`Postings are still open: ${JSON.stringify(rows)}`);
  }
}

const BACKDATES_EVERY_MS = 200;

/**
 * Runs work that waits for postings to end. A posting whose outcome is unknown counts as lost only after 40 seconds, so a small run
 * backdates its attempt. That is safe: its request has ended, because the connection was cut, or because a process that takes over
 * from a dead one waits for five seconds first.
 */
export async function withShortTimeouts(scale: Scale, work: () => Promise<void>): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const backdate = () =>
    database().query(
      `UPDATE ledger_open SET attempted_at = least(attempted_at, now() - interval '45 seconds'), not_before = now()
        WHERE shop = $1 AND state = 'UNKNOWN'`,
      [DEMO],
    );
  const timer = scale === "small" ? setInterval(backdate, BACKDATES_EVERY_MS) : undefined;
  await work().finally(() => clearInterval(timer));
}

/** Runs work over a list with limited concurrency. */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
