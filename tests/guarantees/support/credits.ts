import { ledgerOf } from "../../support/ledger.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, setFaults, setPlan } from "./approvals.ts";
import { signIn } from "./flags.ts";
import type { Scale } from "./promise.ts";

/** Customers of the store, in the mirror too, with a store that is calm and fast. */
export async function creditCustomers(shop: TestShop, count: number, prefix: string): Promise<number[]> {
  await signIn([shop.token("1")]);
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

/** What has to be zero once everything is at its end, for these customers' credit. */
export async function creditFaults(shop: TestShop, ids: readonly number[]) {
  const [{ runLedgerCheck }, { database }, ledger] = await Promise.all([
    import("~/domain/ledger/reconciliation/check-ledger.server"),
    import("~/platform/db/pool.server"),
    ledgerOf(shop),
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

const CARRIED_WITHIN_MS = 10 * 60_000;

/** Carries until no posting is open but those of canaries, which wait for centuries. @throws when some still are after ten minutes */
export async function carryToTheEnd(shop: TestShop): Promise<void> {
  const [ledger, { database }] = await Promise.all([ledgerOf(shop), import("~/platform/db/pool.server")]);
  const begun = performance.now();
  for (;;) {
    await ledger.carry();
    const { rows } = await database().query<{ posting_id: string; problem: string | null }>(
      `SELECT posting_id, problem FROM ledger_open WHERE shop = $1 AND not_before < now() + interval '1 year' LIMIT 3`,
      [DEMO],
    );
    if (rows.length === 0) return;
    if (performance.now() - begun > CARRIED_WITHIN_MS)
      throw new Error(`Postings are still open: ${JSON.stringify(rows)}`);
  }
}

const SKIPS_EVERY_MS = 200;

/**
 * Waits for what ends postings. What was sent, and of which nobody knows what became of it, counts as never arrived after 40 seconds
 * only: a small run makes it that old at once. By then its request is over, because its connection was cut, or because whoever takes
 * over from a dead process leaves it alone for five seconds before that, and the store is on this machine.
 */
export async function withoutLongWaits(scale: Scale, work: () => Promise<void>): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const skip = () =>
    database().query(
      `UPDATE ledger_open SET attempted_at = least(attempted_at, now() - interval '45 seconds'), not_before = now()
        WHERE shop = $1 AND state = 'UNKNOWN'`,
      [DEMO],
    );
  const skipping = scale === "small" ? setInterval(skip, SKIPS_EVERY_MS) : undefined;
  await work().finally(() => clearInterval(skipping));
}

/** Runs work over a list with so many at a time. */
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
