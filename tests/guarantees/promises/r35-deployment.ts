import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Socket } from "socket.io-client";
import { accountForServer } from "../../../server/embedded-postgres/server-account.ts";
import { freePort } from "../../../server/process/ports.ts";
import { runOnServer } from "../../support/database-urls.ts";
import { DEMO, switchDatabase, type TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { creditCustomers, inLanes } from "../support/credits.ts";
import { missingProgram, startPooler, startProxy } from "../support/deployed-programs.ts";
import { allHear, openPage } from "../support/open-page.ts";
import { allPostingsEnded, noPostings, postingFaults, type SentPostings } from "../support/post-credits.ts";
import {
  type ClusterServer,
  findServerPrograms,
  follow,
  hasAsMuch,
  openCluster,
  requireStandby,
} from "../support/postgres-cluster.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";
import { untilReady } from "../support/worker-process.ts";

const CLIENTS = 8;
/** Enough that HAProxy gives pages to both web processes. */
const PAGES = 12;

export const deployedFailOver: BackroomPromise = {
  id: "R35d",
  title:
    "fail-over of the deployed topology: HAProxy, two web processes, two workers, a pgbouncer beside each PostgreSQL",
  isLong: true,
  async test(shop, scale) {
    const programs = findServerPrograms();
    const missing = "missing" in programs ? programs.missing : missingProgram("haproxy", "pgbouncer");
    if ("missing" in programs || missing) return { passed: true, isSkipped: true, figure: missing ?? "" };
    const count = scale === "small" ? 60 : 1_000;
    const formerUrl = process.env.DATABASE_URL ?? "";
    const folder = folderOfServer();
    const cluster = await openCluster(programs.folder);
    const children: { kill(signal: NodeJS.Signals): boolean }[] = [];
    let pages: Socket[] = [];
    try {
      const primary = await cluster.startPrimary(cluster.ports[0]);
      await runOnServer(primary.url, "CREATE DATABASE backroom");
      const standbys = [
        await cluster.startStandby(primary, cluster.ports[1]),
        await cluster.startStandby(primary, cluster.ports[2]),
      ];
      await requireStandby(primary, 2);
      const poolerPorts = await Promise.all(cluster.ports.map(() => freePort()));
      for (const [index, port] of poolerPorts.entries())
        children.push(await startPooler(folder, port, `host=127.0.0.1 port=${cluster.ports[index]}`));
      const hosts = poolerPorts.map((port) => `127.0.0.1:${port}`).join(",");
      await switchDatabase(`postgres://app@${hosts}/backroom?target_session_attrs=read-write`);
      const { migrate } = await import("~/platform/db/migrate.server");
      await migrate(process.env.DATABASE_URL as string);
      const webPorts = [await freePort(), await freePort()];
      const workers = [startBuilt("worker", 0), startBuilt("worker", 0)];
      children.push(...webPorts.map((port) => startBuilt("web", port)), ...workers);
      await Promise.all([...webPorts.map(untilHealthy), ...workers.map(untilReady)]);
      const proxy = await startProxy(folder, await freePort(), webPorts);
      children.push(proxy.child);
      await proxy.untilUp(2);
      pages = Array.from({ length: PAGES }, () => openPage(shop, proxy.port));
      await until("all pages are connected", async () => pages.every(({ connected }) => connected));
      const byWebSocket = pages.filter(({ io }) => io.engine.transport.name === "websocket").length;
      const customerIds = await creditCustomers(shop, count, "Deployed");

      const sent = noPostings();
      const failures: number[] = [];
      const posting = postOnce({ shop, port: proxy.port, customerIds, sent, failures });
      await until("half of the credits are posted", async () => sent.acknowledged.size >= count / 2);
      const acknowledged = sent.acknowledged.size;
      primary.kill();
      const killedAt = performance.now();
      await promoteOne(cluster, standbys);
      const promotedAt = performance.now();
      await until("credits are posted again", async () => sent.acknowledged.size > acknowledged + CLIENTS);
      const resumedAt = performance.now();
      await posting;
      await until("every posting is at its end", allPostingsEnded, 600);
      const isHeard = await allHear(pages);
      const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
      const statuses = [...sent.statuses].filter(([status]) => status !== 200);
      return finding(
        `${count} credits, the primary killed after ${acknowledged}: a standby was promoted after ${seconds(killedAt, promotedAt)} s, ` +
          `credits are saved again after ${seconds(killedAt, resumedAt)} s, ` +
          `${failures.length} of ${failures.length + sent.acknowledged.size} requests failed ` +
          `(${statuses.map(([status, times]) => `${times} × ${status || "no answer"}`).join(", ")}) and were repeated; ${byWebSocket} of ${PAGES} pages connected by WebSocket, and all hear of changes afterwards`,
        {
          "pages without a WebSocket": PAGES - byWebSocket,
          "pages that realtime no longer reaches": isHeard ? 0 : PAGES,
          "paid twice": await paidTwice(shop, customerIds),
          ...(await postingFaults(shop, customerIds, sent)),
        },
      );
    } finally {
      for (const page of pages) page.disconnect();
      await switchDatabase(formerUrl);
      for (const child of children) child.kill("SIGKILL");
      cluster.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A folder that the account of the servers can read. */
function folderOfServer(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-deployed-"));
  const { ids } = accountForServer();
  if ("uid" in ids) fs.chownSync(folder, ids.uid as number, ids.gid as number);
  return folder;
}

/** Promotes the standby that has more, and lets the other standby follow it. */
async function promoteOne(
  cluster: Awaited<ReturnType<typeof openCluster>>,
  standbys: readonly ClusterServer[],
): Promise<void> {
  const [one, other] = standbys as [ClusterServer, ClusterServer];
  const [next, rest] = (await hasAsMuch(one, other)) ? [one, other] : [other, one];
  await cluster.promote(next);
  await follow(rest, next);
}

/** A credit to each customer, repeated under its key until it is acknowledged. */
function postOnce(work: {
  shop: TestShop;
  port: number;
  customerIds: readonly number[];
  sent: SentPostings;
  failures: number[];
}): Promise<void> {
  const { shop, port, customerIds, sent, failures } = work;
  return inLanes(CLIENTS, customerIds, async (customerId) => {
    const key = randomUUID();
    sent.begun.add(key);
    while (!sent.acknowledged.has(key)) {
      const { status, text } = await fetch(`http://127.0.0.1:${port}/api/credits/issueCredits`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${shop.token("1")}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify({ ids: String(customerId), amount: "1.01", reference: key }),
        signal: AbortSignal.timeout(60_000),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: "" }));
      sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1);
      if (status === 200) sent.acknowledged.set(key, text);
      else {
        failures.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  });
}

/** Customers with more than one transaction at Shopify. */
async function paidTwice(shop: TestShop, customerIds: readonly number[]): Promise<number> {
  const { rows } = await shop.localStore.store.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM store_credit_transactions AS t JOIN store_credit_accounts AS a ON a.shop = t.shop AND a.id = t.account_id
        WHERE t.shop = $1 AND customer_id = ANY($2::bigint[]) GROUP BY customer_id HAVING count(*) > 1) AS twice`,
    [DEMO, customerIds],
  );
  return rows[0]?.count ?? 0;
}
