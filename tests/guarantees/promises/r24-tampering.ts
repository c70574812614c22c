import { drizzle } from "drizzle-orm/node-postgres";
import { DEMO } from "../../support/test-shop.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { makeChanges } from "./r04-r23-r24-records.ts";

/** Changes that an attacker with the tables' owner role might make. */
const TAMPERINGS: Readonly<Record<string, string>> = {
  "another person's name": "UPDATE audit_entries SET actor_name = 'another name' WHERE id = $1",
  "another value": 'UPDATE audit_entries SET after = \'{"status": "pending"}\' WHERE id = $1',
  "another time": "UPDATE audit_entries SET at = at - interval '1 day' WHERE id = $1",
  "another person": "UPDATE audit_entries SET subject_id = '1' WHERE id = $1",
  "erased, but not by law": "UPDATE audit_entries SET salt = NULL WHERE id = $1",
  "with a digest that fits": `UPDATE audit_entries AS entry SET actor_id = '2', digest = audit_digest(
      jsonb_populate_record(entry, '{"actor_id": "2"}')) WHERE id = $1`,
  "taken away": "DELETE FROM audit_entries WHERE id = $1",
  "taken away with its seal, which is not the newest": `WITH gone AS (DELETE FROM audit_entries WHERE id = $1)
      DELETE FROM audit_seals WHERE number = (SELECT min(number) FROM audit_seals)`,
  "put in afterwards": `INSERT INTO audit_entries (shop, id, at, actor_id, actor_name, action, subject_type, subject_id)
      SELECT shop, -id, at - interval '1 day', actor_id, actor_name, action, subject_type, subject_id FROM audit_entries WHERE id = $1`,
};

export const tamperingFound: BackroomPromise = {
  id: "R24t",
  title: "tampering with the audit log is found, and a legal erasure isn't reported",
  async test(shop, scale) {
    const [{ withShop }, { proveRecord }, { redactCustomer }] = await Promise.all([
      import("~/platform/db/with-shop.server"),
      import("~/core/audit/prove.server"),
      import("../../support/erasure.ts"),
    ]);
    const prove = () => withShop(DEMO, (tx) => proveRecord(tx, DEMO));
    const count = scale === "small" ? 10 : 500;
    await forgetSeals();
    const { ids } = await makeChanges(shop, count, "Sealed first");
    await prove();
    await makeChanges(shop, count, "Sealed later");
    const [erased = 0, touched] = ids;
    await redactCustomer(DEMO, { id: erased, email: null, phone: null });
    const { database } = await import("~/platform/db/pool.server");
    // Chosen before the proof seals: what another process adds after it is not sealed yet.
    const entry = await database().query(
      "SELECT id FROM audit_entries WHERE shop = $1 AND subject_type = 'customer' AND subject_id = $2 ORDER BY id LIMIT 1",
      [DEMO, String(touched)],
    );
    const clean = await prove();
    const unnoticed: string[] = [];
    for (const [what, statement] of Object.entries(TAMPERINGS))
      if (!(await isFound(statement, entry.rows[0].id))) unnoticed.push(what);
    return finding(
      [`${Object.keys(TAMPERINGS).length} kinds, among ${clean.entries} entries`, ...unnoticed].join("; "),
      {
        "not found": unnoticed.length,
        "found where nothing was": clean.faults.length,
        "erased ones that are not counted": clean.erased > 0 ? 0 : 1,
        "found after it was put right": (await prove()).faults.length,
      },
    );
  },
};

/** Test data of other promises among the seals isn't tampering: sealing starts over. */
async function forgetSeals(): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query("DELETE FROM audit_seals WHERE shop = $1", [DEMO]);
}

/** Tampers as the tables' owner, past every trigger; asks for a proof; and puts everything back. */
async function isFound(statement: string, entryId: string): Promise<boolean> {
  const [{ database }, { proveRecord }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/core/audit/prove.server"),
  ]);
  const client = await database().connect();
  try {
    await client.query(
      `BEGIN; SET LOCAL app.shop = '${DEMO}'; SET LOCAL session_replication_role = 'replica'`,
    );
    await client.query(statement, [entryId]);
    return (await proveRecord(drizzle(client), DEMO)).faults.length > 0;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
