import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type pg from "pg";

/** The folders with a `schema.sql`. The others' tables refer to those of `data`. */
const FOLDERS = ["data", "mail", "agora", "salsify", "ups", "ekata", "discounts", "algolia", "solr"];
const SCHEMA_LOCK = 7_210_001;

/**
 * Creates the store's tables that don't exist. The comment of the database's schema says which version of the files did it last, and
 * that one isn't run again. An advisory lock allows several processes to start at the same time.
 */
export async function createTables(pool: pg.Pool): Promise<void> {
  const files = FOLDERS.map((folder) =>
    readFile(new URL(`../${folder}/schema.sql`, import.meta.url), "utf8"),
  );
  const sql = (await Promise.all(files)).join("\n");
  const version = createHash("sha256").update(sql).digest("hex");
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [SCHEMA_LOCK]);
    const { rows } = await client.query("SELECT obj_description('public'::regnamespace) AS version");
    if (rows[0].version !== version) await client.query(`${sql}; COMMENT ON SCHEMA public IS '${version}'`);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [SCHEMA_LOCK]);
    client.release();
  }
}
