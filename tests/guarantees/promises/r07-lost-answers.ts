import { ledgerServices } from "../../support/ledger.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO } from "../../support/test-shop.ts";
import {
  creditCustomers,
  creditFaults,
  dispatchAll,
  inLanes,
  withShortTimeouts,
} from "../support/credits.ts";
import { type BackroomPromise, finding, type Scale } from "../support/promise.ts";

const RESOLVED_WITHIN_SECONDS = 60;
const OPENING_CENTS = 10_000;

/** Each of them at one request in ten, and now and then one that was not carried out at all. */
const FAULTS = {
  cutBeforeCommit: 0.1,
  cutAfterCommit: 0.1,
  deniedAfterCommit: 0.1,
  throttled: 0.02,
  tooManyRequests: 0.02,
};

export const lostAnswers: BackroomPromise = {
  id: "R7",
  title:
    "on store credit 10 % each of: never arrived; applied, but the answer was lost; applied, but a part of the answer was denied",
  // It adds the number of repetitions, and that repeated amounts are distinguished.
  provenBy: "tests/integration/ledger/dispatch.test.ts",
  async test(shop, scale) {
    const count = scale === "small" ? 90 : 3_000;
    const ids = await creditCustomers(shop, count / 10, "Lost");
    const ledger = await ledgerServices(shop);
    const { store } = shop.localStore;
    // Some money first, so that debits have something to take.
    await inLanes(8, ids, async (id) => void (await ledger.post("Credit", id, OPENING_CENTS)));
    await ledger.dispatch();
    store.counters.reset(DEMO);
    for (const operation of ["StoreCreditCredit", "StoreCreditDebit"])
      store.faults.setFor(DEMO, operation, FAULTS);
    try {
      const expected = await postAll(ledger, ids, count);
      await withShortTimeouts(scale, () => dispatchAll(shop));
      const strikes = store.counters.of(DEMO).faults;
      const { states, lost } = await endsOf(ids);
      const hit = [strikes.cutBeforeCommit, strikes.cutAfterCommit, strikes.deniedAfterCommit];
      return finding(
        `${count} postings, ${hit.join(" + ")} struck, ${lost.length} times unknown (${states.CONFIRMED} confirmed, ${states.FAILED} failed in the end), resolved after ${slowest(lost, scale)}`,
        {
          ...(await creditFaults(shop, ids)),
          "cents off against whole-number arithmetic": await offAgainst(ledger, expected),
          "resolved too late": lost.filter(
            (seconds) => seconds * 1_000 > withMachineFactor(RESOLVED_WITHIN_SECONDS * 1_000),
          ).length,
          "faults that never struck": hit.filter((times = 0) => times === 0).length,
          "states never reached": [states.CONFIRMED, states.FAILED, lost.length].filter((one) => !one).length,
        },
      );
    } finally {
      store.faults.reset(DEMO);
    }
  },
};

/** Repeated amounts, so that no match can rely on the amount. @returns each customer's expected balance */
async function postAll(
  ledger: Awaited<ReturnType<typeof ledgerServices>>,
  ids: readonly number[],
  count: number,
): Promise<Map<number, number>> {
  const expected = new Map(ids.map((id) => [id, OPENING_CENTS]));
  const numbers = Array.from({ length: count }, (_, index) => index);
  await inLanes(8, numbers, async (number) => {
    const id = ids[number % ids.length] as number;
    // Shopify refuses what has run out already: that one has to fail, and to move nothing.
    const isRefused = number % 20 === 7;
    const type = number % 3 === 0 ? "Adjustment" : "Credit";
    if (isRefused) await ledger.post("Credit", id, 100, new Date(Date.now() - 1_000));
    else if ((await ledger.post(type, id, 100)).postingId)
      expected.set(id, (expected.get(id) ?? 0) + (type === "Credit" ? 100 : -100));
  });
  return expected;
}

async function offAgainst(
  ledger: Awaited<ReturnType<typeof ledgerServices>>,
  expected: ReadonlyMap<number, number>,
): Promise<number> {
  const balances = await ledger.balances([...expected.keys()]);
  return balances.reduce(
    (off, { customerId, theirs }) => off + Math.abs(theirs - (expected.get(customerId) ?? 0)),
    0,
  );
}

const slowest = (lost: readonly number[], scale: Scale): string =>
  `${Math.max(0, ...lost).toFixed(1)} s at most${scale === "small" ? " (40 s of it skipped)" : ""}`;

/** The number of each outcome, and the seconds from each unknown outcome to its resolution. */
async function endsOf(ids: readonly number[]) {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ state: string; seconds: number | null }>(
    `SELECT outcome.state,
            extract(epoch FROM (SELECT min(later.at) FROM ledger_outcomes AS later
                                 WHERE later.shop = outcome.shop AND later.posting_id = outcome.posting_id
                                   AND later.id > outcome.id AND later.state <> 'UNKNOWN') - outcome.at)::float AS seconds
       FROM ledger_outcomes AS outcome JOIN ledger_postings AS posting
            ON posting.shop = outcome.shop AND posting.id = outcome.posting_id
      WHERE posting.shop = $1 AND posting.customer_id = ANY($2::bigint[])`,
    [DEMO, ids],
  );
  const ended = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    states: { CONFIRMED: ended("CONFIRMED"), FAILED: ended("FAILED") },
    lost: rows
      .filter(({ state }) => state === "UNKNOWN")
      .map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY),
  };
}
