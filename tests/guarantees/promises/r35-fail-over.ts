import { randomUUID } from "node:crypto";
import { migrate } from "~/platform/db/migrate.server";
import { signedInCalls } from "../../support/calls.ts";
import { runOnServer } from "../../support/database-urls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, switchDatabase, type TestShop } from "../../support/test-shop.ts";
import { creditCustomers, inLanes } from "../support/credits.ts";
import {
  type ClusterServer,
  cutReplication,
  findServerPrograms,
  openCluster,
  requireStandby,
  untilCaughtUp,
} from "../support/postgres-cluster.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const LANES = 8;

/** A credit to a customer of its own, with its idempotency key. */
interface Credit {
  customerId: number;
  key: string;
  acknowledged: boolean;
}

export const failOver: BackroomPromise = {
  id: "R35",
  title: "fail-over to a standby that lags, then to a synchronous one, and every request repeated",
  // What this adds are the servers of a cluster.
  provenBy: "tests/integration/ledger/fail-over.test.ts",
  async test(shop, scale) {
    const programs = findServerPrograms();
    if ("missing" in programs) return { passed: true, isSkipped: true, figure: programs.missing };
    const count = scale === "small" ? 24 : 400;
    const formerUrl = process.env.DATABASE_URL ?? "";
    const cluster = await openCluster(programs.folder);
    try {
      const first = await cluster.startPrimary(cluster.ports[0]);
      await runOnServer(first.url, "CREATE DATABASE backroom");
      const hosts = cluster.ports.map((port) => `127.0.0.1:${port}`).join(",");
      const url = `postgres://app@${hosts}/backroom?target_session_attrs=read-write`;
      await migrate(url);
      await switchDatabase(url);
      const customerIds = await creditCustomers(shop, count * 2, "Standby");
      const work = await openWork(shop);
      // Its timeline is recorded before the fail-over, as by every process at its start.
      await work.dispatch();
      const second = await cluster.startStandby(first, cluster.ports[1]);
      const lagging = await loseTail(work, customerIds.slice(0, count), first, second);
      await cluster.promote(second);
      const afterLag = await repeatAll(work, lagging);

      const third = await cluster.startStandby(second, cluster.ports[2]);
      await requireStandby(second);
      const safe = creditsFor(customerIds.slice(count));
      await killUnderLoad(work, safe, second);
      await cluster.promote(third);
      const known = await work.operationKeys();
      const lostSafe = safe.filter(({ key, acknowledged }) => acknowledged && !known.has(`1:${key}`)).length;
      const afterSafe = await repeatAll(work, safe);
      return finding(
        `${count} credits with a standby that was cut off: ${afterLag.held} wait as "May already be paid". ${count} with a synchronous one`,
        {
          "paid twice after the lag": afterLag.paidTwice,
          "at Shopify and not in the ledger after the lag": afterLag.unrecorded,
          "neither paid nor waiting for a decision": afterLag.missing,
          "lost with the synchronous standby": lostSafe,
          "paid twice with it": afterSafe.paidTwice,
          "not paid with it": afterSafe.missing,
          "lagging runs without a lost credit": afterLag.held === 0 ? 1 : 0,
        },
      );
    } finally {
      await switchDatabase(formerUrl);
      cluster.close();
    }
  },
};

const creditsFor = (customerIds: readonly number[]): Credit[] =>
  customerIds.map((customerId) => ({ customerId, key: randomUUID(), acknowledged: false }));

async function openWork(shop: TestShop) {
  const calls = await signedInCalls(shop);
  const ledger = await ledgerServices(shop);
  const { database } = await import("~/platform/db/pool.server");
  return {
    shop,
    ledger,
    /** As a dispatcher that runs when the requests of the former server have ended. */
    dispatch: () => ledger.dispatch({ now: () => new Date(Date.now() + 60_000) }),
    /** Posts a credit, again and again until it is acknowledged when `repeats`. */
    async give(credit: Credit, { repeats }: { repeats: boolean }) {
      const { customerId, key } = credit;
      const body = { ids: String(customerId), amount: "10.00", reference: key, operationId: key };
      do {
        const answer = await calls.credits.issueCredits({ headers: {}, body }).catch(() => null);
        credit.acknowledged ||= answer?.status === true;
        if (!answer) await new Promise((resolve) => setTimeout(resolve, 200));
      } while (repeats && !credit.acknowledged);
    },
    async operationKeys() {
      const { rows } = await database().query<{ key: string }>("SELECT key FROM ledger_operations");
      return new Set(rows.map(({ key }) => key));
    },
    async heldCount() {
      const { rows } = await database().query<{ count: number }>(
        "SELECT count(*)::int AS count FROM ledger_open WHERE possible_duplicate_of IS NOT NULL",
      );
      return rows[0]?.count ?? 0;
    },
  };
}

type Work = Awaited<ReturnType<typeof openWork>>;

/**
 * A third of the credits reaches the standby and Shopify. A third reaches the standby as pending, and Shopify while the standby is cut
 * off. The rest is requested and paid while it is cut off.
 */
async function loseTail(
  work: Work,
  customerIds: readonly number[],
  primary: ClusterServer,
  standby: ClusterServer,
): Promise<Credit[]> {
  const credits = creditsFor(customerIds);
  const third = Math.floor(credits.length / 3);
  const give = (some: readonly Credit[]) =>
    inLanes(LANES, some, (credit) => work.give(credit, { repeats: true }));
  await give(credits.slice(0, third));
  await work.dispatch();
  await give(credits.slice(third, 2 * third));
  await untilCaughtUp(primary, standby);
  await cutReplication(primary, standby);
  await give(credits.slice(2 * third));
  await work.dispatch();
  primary.kill();
  return credits;
}

async function killUnderLoad(work: Work, credits: readonly Credit[], primary: ClusterServer): Promise<void> {
  const half = Math.floor(credits.length / 2);
  const giving = inLanes(LANES, credits, (credit) => work.give(credit, { repeats: false }));
  const dispatching = work.dispatch().catch(() => undefined);
  while (credits.filter(({ acknowledged }) => acknowledged).length < half)
    await new Promise((resolve) => setTimeout(resolve, 5));
  primary.kill();
  await Promise.all([giving, dispatching]);
}

/** Repeats every request under its key, and counts the outcomes. */
async function repeatAll(work: Work, credits: readonly Credit[]) {
  await inLanes(LANES, credits, async (credit) => {
    credit.acknowledged = false;
    await work.give(credit, { repeats: true });
  });
  await work.dispatch();
  const { rows } = await work.shop.localStore.store.pool.query<{ id: string; count: number }>(
    `SELECT customer_id::text AS id, count(*)::int AS count FROM store_credit_transactions AS t
       JOIN store_credit_accounts AS a ON a.shop = t.shop AND a.id = t.account_id
      WHERE t.shop = $1 AND customer_id = ANY($2::bigint[]) GROUP BY customer_id`,
    [DEMO, credits.map(({ customerId }) => customerId)],
  );
  const balances = await work.ledger.balances(credits.map(({ customerId }) => customerId));
  return {
    held: await work.heldCount(),
    paidTwice: rows.filter(({ count }) => count > 1).length,
    missing: credits.length - rows.length,
    unrecorded: balances.filter(({ ours, entries, theirs }) => ours !== theirs || entries !== theirs).length,
  };
}
