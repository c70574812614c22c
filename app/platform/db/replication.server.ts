import { log } from "../log.server";
import { database } from "./pool.server";

/** How the database is replicated. */
interface Replication {
  /** Standbys and backups that receive the write-ahead log now. */
  receivers: number;
  /** True when a commit waits for at least one standby. */
  isSynchronous: boolean;
}

/** The warning of an asynchronous standby, which names the remedy. */
export const ASYNCHRONOUS =
  "The database has a standby, but no synchronous one: a fail-over may lose changes that people saw as saved. " +
  "Set synchronous_standby_names on the primary, such as 'ANY 1 (*)', and have two standbys.";

/** A plain login sees that there are receivers, though not which. */
async function readReplication(): Promise<Replication> {
  const { rows } = await database().query<Replication>(
    `SELECT (SELECT count(*)::int FROM pg_stat_replication) AS receivers,
            current_setting('synchronous_standby_names') <> '' AS "isSynchronous"`,
  );
  return rows[0] ?? { receivers: 0, isSynchronous: false };
}

/** Logs a warning when a fail-over would lose acknowledged changes. */
export async function warnOfAsynchronousReplication(): Promise<void> {
  const { receivers, isSynchronous } = await readReplication();
  if (receivers > 0 && !isSynchronous) log.warn({ receivers }, ASYNCHRONOUS);
}
