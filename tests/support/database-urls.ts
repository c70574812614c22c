import pg from "pg";

/** The connection string of another database on the same server. */
export function onDatabase(serverUrl: string, database: string): string {
  // Not by URL: a connection string for a unix socket has no host, which URL refuses.
  return serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${encodeURIComponent(database)}`);
}

/** Runs one statement on the server's database `postgres`. */
export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: onDatabase(serverUrl, "postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
