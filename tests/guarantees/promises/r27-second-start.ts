import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const ROWS = 1_000;

export const secondStart: BackroomPromise = {
  id: "R27",
  title: "a second start on the same data folder",
  provenBy: "tests/integration/server/embedded-postgres.test.ts",
  async test() {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-second-"));
    fs.chmodSync(dataDir, 0o755);
    const holder = fork("tests/integration/server/hold-postgres.ts", [dataDir], {
      execArgv: ["--import", "tsx"],
    });
    try {
      const [{ url }] = await once(holder, "message");
      await query(url, `CREATE TABLE kept AS SELECT generate_series(1, ${ROWS}) AS n`);
      const startedAt = performance.now();
      const refusal = await startEmbeddedPostgres({ dataDir }).then(
        async (second) => void (await second.stop()),
        (error: Error) => error,
      );
      const took = performance.now() - startedAt;
      const [row] = await query(url, "SELECT count(*)::int AS kept FROM kept");
      return finding(`refused after ${Math.round(took)} ms: "${refusal?.message.split(/(?<=\.)\s/)[0]}"`, {
        "second servers": refusal ? 0 : 1,
        "texts that do not say which data": refusal?.message.includes(dataDir) ? 0 : 1,
        "refusals over 2 s": took <= 2_000 ? 0 : 1,
        "rows lost": ROWS - Number(row?.kept ?? 0),
      });
    } finally {
      await endOf(holder);
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function endOf(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  holder.disconnect();
  await once(holder, "exit");
}

async function query(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
