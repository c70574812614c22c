import { ledgerOf } from "../../support/ledger.ts";
import { DEMO } from "../../support/test-shop.ts";
import { carryToTheEnd, creditCustomers, creditFaults, inLanes } from "../support/credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const RESOLVED_WITHIN_SECONDS = 60;

export const lostAnswers: BackroomPromise = {
  id: "R7",
  says: '10 % "applied, but the answer was lost" on store credit',
  async test(shop, scale) {
    const count = scale === "small" ? 150 : 3_000;
    const ids = await creditCustomers(shop, count / 10, "Lost");
    const ledger = await ledgerOf(shop);
    const { store } = shop.localStore;
    // Some money first, so that debits have something to take.
    for (const id of ids) await ledger.post("Credit", id, 10_000);
    await carryToTheEnd(shop);
    for (const operation of ["StoreCreditCredit", "StoreCreditDebit"])
      store.faults.setFor(DEMO, operation, { cutAfterCommit: 0.1, throttled: 0.02, tooManyRequests: 0.02 });
    try {
      const numbers = Array.from({ length: count }, (_, index) => index);
      await inLanes(8, numbers, async (number) => {
        const id = ids[number % ids.length] as number;
        // The same amounts again and again: what is told apart is told apart by more than its amount.
        await ledger.post(number % 3 === 0 ? "Adjustment" : "Credit", id, 100);
      });
      await carryToTheEnd(shop);
      const lost = await resolutions(ids);
      return finding(
        `${count} postings, ${lost.length} lost answers, resolved after ${Math.max(0, ...lost).toFixed(1)} s at most`,
        {
          ...(await creditFaults(shop, ids)),
          "resolved too late": lost.filter((seconds) => seconds > RESOLVED_WITHIN_SECONDS).length,
          "too few lost answers": lost.length > count * 0.05 ? 0 : 1,
        },
      );
    } finally {
      store.faults.reset(DEMO);
    }
  },
};

/** Seconds between "nobody knows" and the end, for each posting that was ever so. */
async function resolutions(ids: readonly number[]): Promise<number[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ seconds: number }>(
    `SELECT extract(epoch FROM final.at - unknown.at)::float AS seconds
       FROM ledger_postings AS posting
       JOIN LATERAL (SELECT min(at) AS at FROM ledger_outcomes AS o
                      WHERE o.shop = posting.shop AND o.posting_id = posting.id AND o.state = 'UNKNOWN') AS unknown ON unknown.at IS NOT NULL
       JOIN ledger_outcomes AS final ON final.shop = posting.shop AND final.posting_id = posting.id
            AND final.state IN ('CONFIRMED', 'FAILED')
      WHERE posting.shop = $1 AND posting.customer_id = ANY($2::bigint[])`,
    [DEMO, ids],
  );
  return rows.map(({ seconds }) => seconds);
}
