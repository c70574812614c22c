import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Socket } from "socket.io-client";
import { migrate } from "~/platform/db/migrate.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";
import { freePort } from "../../../server/process/ports.ts";
import { endConnections } from "../../support/end-connections.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, switchDatabase, type TestShop } from "../../support/test-shop.ts";
import {
  addPendingStudents,
  type ItemRow,
  isApproved,
  itemsOf,
  startApproval,
  tagsOf,
} from "../support/approvals.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { creditCustomers, withShortTimeouts } from "../support/credits.ts";
import { allHear, openPage } from "../support/open-page.ts";
import {
  allPostingsEnded,
  noPostings,
  postCredits,
  postingFaults,
  type SentPostings,
} from "../support/post-credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

const AVAILABLE_WITHIN_MS = 5_000;
/** A small run may share its machine with other work. It sees that the processes become available again at all. */
const SMALL_RUN_WITHIN_MS = 30_000;

export const lostConnections: BackroomPromise = {
  id: "R30",
  title: "every database connection ended under load, and PostgreSQL restarted in the middle of a job",
  // What this adds is that processes are under load.
  provenBy: "tests/integration/server/lost-connections.test.ts",
  async test(shop, scale) {
    const isSmall = scale === "small";
    const [rounds, postings, students] = isSmall ? [2, 40, 48] : [50, 3_000, 1_500];
    const database = await openDatabase();
    const port = await freePort();
    const processes = { web: startBuilt("web", port), worker: startBuilt("worker", port) };
    const exits = watchExits(processes);
    let socket: Socket | undefined;
    try {
      const customerIds = await creditCustomers(shop, 32, "Failover");
      const studentIds = await addPendingStudents(shop.localStore, DEMO, students, "Failover-Student");
      const jobId = await startApproval(shop, DEMO, studentIds);
      await untilHealthy(port);
      await until("the worker is at work", async () =>
        (await itemsOf(jobId)).some(({ state }) => state === "done"),
      );
      socket = openPage(shop, port);
      const sent = noPostings();
      const posting = postCredits({ shop, port, customerIds, count: postings, sent });
      const gaps: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await until(
          "postings are acknowledged",
          async () => sent.acknowledged.size >= (postings * round) / rounds,
        );
        if (round === Math.floor(rounds / 2)) await database.restart();
        else await endConnections();
        gaps.push(await unavailableFor(shop, port));
      }
      await posting;
      await until("the job has ended", async () =>
        (await itemsOf(jobId)).every(({ state }) => state !== "waiting" && state !== "running"),
      );
      await withShortTimeouts(scale, () => until("every posting is at its end", allPostingsEnded));
      const heard = await allHear([socket]);
      const longest = Math.max(...gaps);
      return finding(
        `${rounds - 1} times all connections ended, 1 restart, ${sent.acknowledged.size} postings and ${students} approvals, available again after ${(longest / 1000).toFixed(1)} s at most`,
        {
          "processes that exited": exits.length,
          ...unexpectedStatuses(sent),
          ...otherOutcomes(await itemsOf(jobId)),
          ...(await approvalFaults(shop, studentIds)),
          ...(await postingFaults(shop, customerIds, sent)),
          "available too late":
            longest <= (isSmall ? withMachineFactor(SMALL_RUN_WITHIN_MS) : AVAILABLE_WITHIN_MS) ? 0 : 1,
          "pages that realtime no longer reaches": heard ? 0 : 1,
        },
      );
    } finally {
      socket?.disconnect();
      for (const child of Object.values(processes)) child.kill("SIGKILL");
      await database.close();
    }
  },
};

/** A PostgreSQL server of its own, which can be restarted, with the app's database. This process uses it until it is closed. */
async function openDatabase() {
  const formerUrl = process.env.DATABASE_URL ?? "";
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-failover-"));
  fs.chmodSync(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, maxConnections: 200 });
  let server: EmbeddedPostgres = await start();
  const url = await server.createDatabase("failover");
  await migrate(url);
  await switchDatabase(url);
  return {
    async restart() {
      await server.stop();
      server = await start();
    },
    async close() {
      await switchDatabase(formerUrl);
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function watchExits(processes: Record<string, ChildProcess>): string[] {
  const exits: string[] = [];
  for (const [name, child] of Object.entries(processes)) child.once("exit", () => exits.push(name));
  return exits;
}

/** @returns after how many milliseconds a call is answered with 200 again */
async function unavailableFor(shop: TestShop, port: number): Promise<number> {
  const begun = performance.now();
  await until("calls are answered", async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/jobs`, {
      headers: { authorization: `Bearer ${shop.token("1")}` },
    }).catch(() => null);
    await response?.body?.cancel();
    return response?.status === 200;
  });
  return performance.now() - begun;
}

function unexpectedStatuses({ statuses }: SentPostings): Record<string, number> {
  const others = [...statuses].filter(([status]) => status !== 200 && status !== 503);
  return {
    [`answers other than 200 and 503${others.length > 0 ? ` (${others.map(([status]) => status)})` : ""}`]:
      others.reduce((sum, [, count]) => sum + count, 0),
  };
}

/** Rows of the job that didn't end as done, with the first one's message. */
function otherOutcomes(items: readonly ItemRow[]): Record<string, number> {
  const others = items.filter(({ state }) => state !== "done");
  const example = others[0] ? ` ("${others[0].state}: ${others[0].message}")` : "";
  return { [`rows not done${example}`]: others.length };
}

async function approvalFaults(
  { localStore }: TestShop,
  ids: readonly number[],
): Promise<Record<string, number>> {
  const tags = await tagsOf(localStore, ids);
  const { tagsAdd = {} } = localStore.store.counters.of(DEMO).effective;
  return {
    "approvals missed": ids.filter((id) => !isApproved(tags.get(id))).length,
    "approvals doubled": ids.filter((id) => (tagsAdd[id] ?? 0) > 1).length,
  };
}
