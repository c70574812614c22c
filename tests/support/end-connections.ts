import pg from "pg";

/**
 * Ends the connections to the app's database, as a failover of the server would.
 * @param applicationName only those with this name
 * @returns how many were ended
 */
export async function endConnections(applicationName?: string): Promise<number> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, application_name: "test-ends" });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
          AND application_name = coalesce($1, application_name)`,
      [applicationName ?? null],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
