import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { migrate } from "~/platform/db/migrate.server";
import { onDatabase, runOnServer } from "../../support/database-urls.ts";
import { createDatabase } from "../../support/postgres-server.ts";
import { fillLedger, readContents, restoredFinding, withClient } from "../support/database-contents.ts";
import type { BackroomPromise } from "../support/promise.ts";

const run = promisify(execFile);

export const dump: BackroomPromise = {
  id: "R28",
  title:
    "backup and restore as docs/operating.md describes for DATABASE_URL: pg_dump, pg_restore into a new database, start on it",
  isLong: true,
  async test(_shop, scale) {
    const server = onDatabase(process.env.DATABASE_URL ?? "", "postgres");
    const missing = await whatIsMissing(server);
    if (missing) return { passed: true, isSkipped: true, figure: missing };
    const entries = scale === "small" ? 2_000 : 100_000;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-dump-"));
    const file = path.join(folder, "backroom.dump");
    const [original, copy] = [await createDatabase(server, "r28"), await createDatabase(server, "r28_copy")];
    try {
      await migrate(original.url);
      await fillLedger(original.url, entries / 2);
      const before = await readContents(original.url);
      const begun = performance.now();
      await run("pg_dump", ["--format=custom", `--dbname=${original.url}`, `--file=${file}`]);
      await run("pg_restore", ["--no-owner", `--dbname=${copy.url}`, file]);
      await migrate(copy.url);
      const after = await readContents(copy.url);
      return restoredFinding(entries, { before, after, tookMs: performance.now() - begun });
    } finally {
      for (const { name } of [original, copy])
        await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Why the server can't be dumped here: `pg_dump` isn't installed, or is older than the server. */
async function whatIsMissing(serverUrl: string): Promise<string | null> {
  const [version, installed] = await Promise.all([
    withClient(serverUrl, async (client) => {
      const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
      return rows[0]?.server_version ?? "";
    }),
    run("pg_dump", ["--version"]).then(
      ({ stdout }) => /\d+/.exec(stdout)?.[0] ?? null,
      () => null,
    ),
  ]);
  if (installed === null) return "pg_dump isn't installed";
  if (Number(installed) >= Number.parseInt(version, 10)) return null;
  return `pg_dump ${installed} can't read PostgreSQL ${version}: TEST_DATABASE_URL can name an older server`;
}
