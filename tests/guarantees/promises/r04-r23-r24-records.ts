import { callsOf } from "../../support/calls.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, auditsOf, setFaults, setPlan } from "../support/approvals.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { findText } from "../support/tables.ts";

const ATTEMPTS = [
  "UPDATE audit_entries SET actor_name = 'somebody else'",
  "UPDATE audit_entries SET at = now() WHERE false OR id > 0",
  "DELETE FROM audit_entries",
  "TRUNCATE audit_entries",
  "INSERT INTO audit_entries SELECT * FROM audit_entries ON CONFLICT (shop, id) DO UPDATE SET actor_name = 'x'",
  "MERGE INTO audit_entries a USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE",
  "WITH gone AS (DELETE FROM audit_entries RETURNING 1) SELECT count(*) FROM gone",
  "ALTER TABLE audit_entries DISABLE TRIGGER ALL",
];

export const appendOnly: BackroomPromise = {
  id: "R4",
  says: "UPDATE, DELETE, TRUNCATE of audit rows as the app's role",
  async test(shop) {
    await makeChanges(shop, 3, "Fixed");
    const { withShop } = await import("~/platform/db/with-shop.server");
    const all = () => withShop(DEMO, (tx) => tx.$client.query("SELECT * FROM audit_entries ORDER BY id"));
    const before = JSON.stringify((await all()).rows);
    let succeeded = 0;
    for (const statement of ATTEMPTS) {
      const attempt = withShop(DEMO, (tx) => tx.$client.query(statement));
      succeeded += await attempt.then(
        () => 1,
        () => 0,
      );
    }
    return finding(`${ATTEMPTS.length} attempts`, {
      succeeded,
      "changed rows": JSON.stringify((await all()).rows) === before ? 0 : 1,
    });
  },
};

export const sealedTokens: BackroomPromise = {
  id: "R23",
  says: "stored credentials in plain text in the database",
  async test(shop) {
    await signIn([shop.token("1"), shop.token("2")]);
    const { rows } = await shop.localStore.store.pool.query<{ token: string; refresh_token: string | null }>(
      "SELECT token, refresh_token FROM access_tokens",
    );
    const issued = rows.flatMap(({ token, refresh_token }) =>
      refresh_token ? [token, refresh_token] : [token],
    );
    let plain = 0;
    for (const token of issued) plain += (await findText(token)).length;
    for (const kind of ["shpat_", "shprt_", "shpua_", "shpss_"]) plain += (await findText(kind)).length;
    return finding(`${issued.length} tokens searched in every table`, {
      "in plain text": plain,
      "sealed ones missing": (await findText("v1:")).length > 0 ? 0 : 1,
    });
  },
};

export const oneEntryEach: BackroomPromise = {
  id: "R24",
  says: "exactly one audit row for each change, each sent twice",
  async test(shop, scale) {
    const count = scale === "small" ? 200 : 10_000;
    const { ids, others } = await makeChanges(shop, count, "Audited");
    const audits = await auditsOf(DEMO, ids);
    return finding(`${count + others.made} changes`, {
      "without an entry": ids.filter((id) => !audits.has(id)).length + others.missing,
      "with more than one": ids.filter((id) => (audits.get(id) ?? 0) > 1).length + others.more,
    });
  },
};

/** Decisions, sent twice at once under one operation id, and settings turned on and off beside them. */
export async function makeChanges(shop: TestShop, count: number, prefix: string) {
  await setPlan(shop.localStore, DEMO, "ENTERPRISE");
  setFaults(shop.localStore, DEMO);
  const ids = await addPendingStudents(shop.localStore, DEMO, count, prefix);
  const calls = await callsOf(shop);
  const queue = ids.values();
  const lane = async () => {
    for (const id of queue) {
      const change = {
        ids: { id: `gid://shopify/Customer/${id}` },
        removeTag: "Pending",
        addTag: "Approved",
        operationId: `operation-${id}`,
      };
      // The second may be told that the first is at it; once it is answered, the repetition gets its outcome.
      await Promise.allSettled([calls.customers.changeStatus(change), calls.customers.changeStatus(change)]);
      await calls.customers.changeStatus(change);
    }
  };
  const [others] = await Promise.all([turnSettings(shop), ...Array.from({ length: 8 }, lane)]);
  await setPlan(shop.localStore, DEMO, "PLUS");
  return { ids, others };
}

async function turnSettings(shop: TestShop) {
  const { SWITCH_KEYS } = await import("~/domain/settings/switches");
  const { database } = await import("~/platform/db/pool.server");
  const [key] = SWITCH_KEYS;
  const calls = await callsOf(shop);
  const count = async () => {
    const { rows } = await database().query(
      "SELECT count(*)::int AS count FROM audit_entries WHERE action = 'setting.changed'",
    );
    return Number(rows[0].count);
  };
  const before = await count();
  const { switches } = await calls.settings.read();
  const made = 10;
  for (let index = 0; index < made; index += 1) {
    const change = { switches: { [key as string]: index % 2 === 0 ? !switches[key] : switches[key] } };
    await Promise.all([calls.settings.change(change), calls.settings.change(change)]);
  }
  const entries = (await count()) - before;
  return { made, missing: Math.max(0, made - entries), more: Math.max(0, entries - made) };
}
