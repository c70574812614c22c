async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

/** The tasks that the queue has, of all shops. No call shows them. @param name of one kind */
export const queuedTasks = (name?: string) =>
  rowsOf<{ task: string; shop: string | null; startsAt: Date }>(
    `SELECT data->>'task' AS task, data->>'shop' AS shop, start_after AS "startsAt" FROM pgboss.job
      WHERE name = 'tasks' AND data->>'task' = coalesce($1, data->>'task') ORDER BY 1`,
    [name],
  );

/** Deletes what the queue has, of all shops. @param task only that of one kind */
export const emptyQueue = (task?: string) =>
  rowsOf("DELETE FROM pgboss.job WHERE $1::text IS NULL OR data->>'task' = $1", [task]);
