/** How many sessions of the test's database wait for a lock that another one holds. */
export async function countWaitingSessions(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rowCount } = await database().query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

/** Ends the connections of the sessions that wait for a lock, as a failover would. */
export async function endWaitingSessions(): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
}
