import { log } from "../log.server";
import { database } from "./pool.server";
import { inTransaction } from "./transaction.server";

/**
 * SQL for what changes with a fail-over (the timeline) and with a restored backup (the system or the database). The name of the WAL
 * file has the timeline from the promotion on. The control file has it only after the next checkpoint.
 */
const TIMELINE_IDENTITY = `(SELECT system_identifier FROM pg_control_system())::text || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())::text`;

/** True in SQL when the server isn't the one of the last row: `recordTimeline` must run first. */
export const IS_UNKNOWN_TIMELINE = `(SELECT identity FROM database_timelines ORDER BY id DESC LIMIT 1) IS DISTINCT FROM ${TIMELINE_IDENTITY}`;

/** How often the time of the last sight is written (seconds). What was lost is searched for from then on. */
const SIGHT_SECONDS = 30;
const WATCH_EVERY_MS = 10_000;

/** Processes that see a new timeline at the same time record it once. */
const TIMELINE_LOCK = 7_214_002;

/** For so long after a fail-over, a request may be the repetition of one that is missing. */
export const LOSS_DAYS = 30;

/** True when a fail-over may have lost what was created outside: it must be looked up before it is created. */
export async function mayHaveLostRows(): Promise<boolean> {
  await recordTimeline();
  const { rows } = await database().query<{ isLost: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM database_timelines
              WHERE lost_since IS NOT NULL AND seen_from > now() - make_interval(days => ${LOSS_DAYS})) AS "isLost"`,
  );
  return rows[0]?.isLost ?? false;
}

/** Records the server that the database runs on, when it is new, and otherwise that it was seen. */
export async function recordTimeline(): Promise<void> {
  const { rows } = await database().query<{ isUnknown: boolean; isDue: boolean | null }>(
    `SELECT ${IS_UNKNOWN_TIMELINE} AS "isUnknown",
            (SELECT seen_until < clock_timestamp() - make_interval(secs => ${SIGHT_SECONDS})
               FROM database_timelines ORDER BY id DESC LIMIT 1) AS "isDue"`,
  );
  if (rows[0]?.isUnknown) await recordNew();
  else if (rows[0]?.isDue)
    await database().query(
      `UPDATE database_timelines SET seen_until = clock_timestamp()
        WHERE id = (SELECT max(id) FROM database_timelines) AND identity = ${TIMELINE_IDENTITY}`,
    );
}

async function recordNew(): Promise<void> {
  const lostSince = await inTransaction("BEGIN", async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [TIMELINE_LOCK]);
    const { rows } = await client.query<{ lostSince: Date | null }>(
      `INSERT INTO database_timelines (identity, seen_from, seen_until, lost_since)
       SELECT ${TIMELINE_IDENTITY}, clock_timestamp(), clock_timestamp(),
              (SELECT seen_until FROM database_timelines ORDER BY id DESC LIMIT 1)
        WHERE ${IS_UNKNOWN_TIMELINE} RETURNING lost_since AS "lostSince"`,
    );
    return rows[0]?.lostSince;
  });
  if (lostSince)
    log.warn(
      { lostSince },
      "the database has failed over or was restored: store credit is compared with Shopify before the next posting of each customer",
    );
}

/** Keeps the record of timelines current until the process ends. */
export async function watchTimeline(): Promise<void> {
  await recordTimeline();
  const record = () =>
    void recordTimeline().catch((error) =>
      log.warn({ err: error }, "the database's timeline could not be read"),
    );
  setInterval(record, WATCH_EVERY_MS).unref();
}
