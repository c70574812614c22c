import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { migrate } from "~/platform/db/migrate.server";
import { startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";
import { fillLedger, readContents, restoredFinding } from "../support/database-contents.ts";
import type { BackroomPromise } from "../support/promise.ts";

export const backup: BackroomPromise = {
  id: "R28",
  title:
    "backup and restore as docs/operating.md describes for npm start: stop, copy the folder, start on the copy",
  isLong: true,
  async test(_shop, scale) {
    const entries = scale === "small" ? 2_000 : 100_000;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-backup-"));
    fs.chmodSync(folder, 0o755);
    const [original, copy] = [path.join(folder, "original"), path.join(folder, "copy")];
    try {
      const before = await onServer(original, async (url) => {
        await migrate(url);
        await fillLedger(url, entries / 2);
        return readContents(url);
      });
      const begun = performance.now();
      // Keeps owner and mode, which PostgreSQL requires.
      await promisify(execFile)("cp", ["-a", original, copy]);
      const after = await onServer(copy, async (url) => {
        await migrate(url);
        return readContents(url);
      });
      return restoredFinding(entries, { before, after, tookMs: performance.now() - begun });
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Runs work on the bundled PostgreSQL in this folder, and stops it. */
async function onServer<Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(await server.createDatabase("backroom"));
  } finally {
    await server.stop();
  }
}
