import { readFile } from "node:fs/promises";
import { type Store, transaction } from "../data/database.ts";

const SCHEMA_LOCK = 7_210_005;

/** Creates the tables of discounts if they don't exist. The lock allows several processes to start at the same time. */
export async function prepareDiscounts(store: Store): Promise<void> {
  const sql = await readFile(new URL("./schema.sql", import.meta.url), "utf8");
  await transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    await client.query(sql);
  });
}
