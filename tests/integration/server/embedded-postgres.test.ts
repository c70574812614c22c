import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DataInUseError } from "../../../server/embedded-postgres/owner-lock.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";

let dataDir: string;
let running: EmbeddedPostgres | undefined;
let holder: ChildProcess | undefined;

// The first test creates the cluster, which takes longer than the others together.
beforeAll(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-embedded-"));
  fs.chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  if (holder?.exitCode === null && holder.signalCode === null) {
    holder.disconnect();
    await once(holder, "exit");
  }
  holder = undefined;
});

afterAll(() => fs.rmSync(dataDir, { recursive: true }));

const start = async () => {
  running = await startEmbeddedPostgres({ dataDir });
  return running;
};

async function hold(): Promise<{ child: ChildProcess; url: string }> {
  holder = fork("tests/integration/server/hold-postgres.ts", [dataDir], { execArgv: ["--import", "tsx"] });
  const [{ url }] = await once(holder, "message");
  return { child: holder, url };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

// A new cluster is written through to the disk, which others may be using.
describe("the bundled PostgreSQL", () => {
  it("starts without data, keeps its data across restarts, and listens on no port", async () => {
    const first = await start();
    const url = await first.createDatabase("shop");
    await query(url, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)");
    const [settings] = await query<{ listen_addresses: string }>(url, "SHOW listen_addresses");
    expect(settings).toEqual({ listen_addresses: process.platform === "win32" ? "127.0.0.1" : "" });
    await first.stop();
    const second = await start();
    expect(await query(await second.createDatabase("shop"), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    expect(second.replacedOrphan).toBe(false);
  });

  it("refuses a second start on the same data, and the first goes on", async () => {
    const { child, url } = await hold();
    const refusal = await start().catch((error) => error);
    expect(refusal).toBeInstanceOf(DataInUseError);
    expect(refusal.message).toContain(`already runs on the data in ${dataDir} (process ${child.pid})`);
    expect(refusal.message).toContain("BACKROOM_DATA");
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("is started again when it is killed, with every committed row, and names its end in a crash loop", async () => {
    const said: string[] = [];
    running = await startEmbeddedPostgres({ dataDir, say: (line) => said.push(line) });
    const url = await running.createDatabase("shop");
    await query(url, "CREATE TABLE survived (n int); INSERT INTO survived VALUES (1)");
    const kill = () => {
      const [pid] = fs.readFileSync(path.join(dataDir, "data/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
    };
    for (const deaths of [1, 2, 3]) {
      kill();
      await expect.poll(() => said).toHaveLength(2 * deaths);
      expect(await query(url, "SELECT n FROM survived")).toEqual([{ n: 1 }]);
    }
    expect(said.slice(0, 2)).toEqual([
      "PostgreSQL ended (SIGKILL) and is started again. What was committed is kept.",
      "PostgreSQL runs again.",
    ]);
    kill();
    expect((await running.finalFailure).message).toMatch(
      /ended \(SIGKILL\) and couldn't be started again\. The end of/,
    );
  });

  it("starts again after kill -9 of its parent, stops the orphan, and has every committed row", async () => {
    const { child, url } = await hold();
    await query(url, "CREATE TABLE committed (n int); INSERT INTO committed SELECT generate_series(1, 100)");
    const postmaster = Number(
      fs.readFileSync(path.join(dataDir, "data/postmaster.pid"), "utf8").split("\n")[0],
    );
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(() => process.kill(postmaster, 0)).not.toThrow();
    const next = await start();
    expect(next.replacedOrphan).toBe(true);
    expect(() => process.kill(postmaster, 0)).toThrow(/ESRCH/);
    expect(
      await query(await next.createDatabase("shop"), "SELECT count(*)::int AS n FROM committed"),
    ).toEqual([{ n: 100 }]);
  });

  it("starts after a first start that was killed while it created the cluster", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-killed-"));
    fs.chmodSync(folder, 0o755);
    try {
      const program = "tests/integration/server/hold-postgres.ts";
      // A process group of its own: initdb is killed, too.
      holder = fork(program, [folder], { execArgv: ["--import", "tsx"], detached: true });
      await expect
        .poll(() => fs.globSync(path.join(folder, "*/PG_VERSION")), { interval: 5 })
        .toHaveLength(1);
      process.kill(-Number(holder.pid), "SIGKILL");
      await once(holder, "exit");
      running = await startEmbeddedPostgres({ dataDir: folder });
      expect(await query(running.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      expect(fs.globSync(path.join(folder, "data.*"))).toEqual([]);
    } finally {
      await running?.stop();
      fs.rmSync(folder, { recursive: true });
    }
  });

  it("leaves alone a stranger whose process id is in a stale postmaster.pid", async () => {
    await (await start()).stop();
    fs.writeFileSync(path.join(dataDir, "data/postmaster.pid"), `${process.pid}\n`);
    const next = await start();
    expect(next.replacedOrphan).toBe(false);
    expect(await query(next.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("takes over the lock of a dead owner, also one whose process id lives on in another process", async () => {
    const stale = { pid: process.pid, startMark: "of an earlier process" };
    fs.writeFileSync(path.join(dataDir, "owner.json"), JSON.stringify(stale));
    const next = await start();
    expect(await query(next.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
