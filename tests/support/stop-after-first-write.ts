const LOCK = 4_711;

/**
 * A process's stop right after its first transaction that writes a table: `signal` aborts then. The next transaction waits for
 * it and fails, so a fast one can't finish first.
 * @param written the rows that the process has written, as a condition. By default, all that are committed
 * @returns `end` removes what holds the table up
 */
export async function stopAfterFirstWrite(
  table: "customers" | "variants" | "metafield_snapshot_values",
  written = "true",
): Promise<{ signal: AbortSignal; end(): Promise<void> }> {
  const { database } = await import("~/platform/db/pool.server");
  const stops = new AbortController();
  const listener = await database().connect();
  await listener.query(`SELECT pg_advisory_lock(${LOCK})`);
  await listener.query("LISTEN first_write");
  listener.on("notification", () => {
    stops.abort();
    void listener.query(`SELECT pg_advisory_unlock(${LOCK})`);
  });
  await listener.query(`CREATE FUNCTION stop_after_first_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT 1 FROM ${table} WHERE xmin <> pg_current_xact_id()::xid AND ${written}) THEN
      PERFORM pg_advisory_xact_lock(${LOCK});
      RAISE EXCEPTION 'The process has stopped.';
    END IF;
    PERFORM pg_notify('first_write', '');
    RETURN NULL;
  END $$`);
  await listener.query(
    `CREATE TRIGGER stop_after_first_write BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION stop_after_first_write()`,
  );
  return {
    signal: stops.signal,
    async end() {
      await listener.query(`UNLISTEN first_write; DROP TRIGGER stop_after_first_write ON ${table}`);
      await listener.query("DROP FUNCTION stop_after_first_write");
      listener.release();
    },
  };
}
