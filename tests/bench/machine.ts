import os from "node:os";
import type pg from "pg";

/** What the figures were measured on. */
export async function describeMachine(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const model = os.cpus()[0]?.model.trim() ?? "unknown processor";
  const gigabytes = (os.totalmem() / 2 ** 30).toFixed(0);
  return (
    `${os.availableParallelism()} cores (${model}), ${gigabytes} GB, Node ${process.versions.node}, ` +
    `PostgreSQL ${rows[0]?.version} beside it; load of the machine at the start: ${os.loadavg()[0]?.toFixed(1)}`
  );
}
