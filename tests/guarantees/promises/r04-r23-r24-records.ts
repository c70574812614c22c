import { signedInCalls } from "../../support/calls.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, countAuditEntries, setFaults, setPlan } from "../support/approvals.ts";
import { creditCustomers, dispatchAll } from "../support/credits.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { findText } from "../support/tables.ts";

/** Append-only tables, each with a column that an attacker may want to change. */
const KEPT = {
  audit_entries: "actor_name",
  ledger_postings: "reference",
  ledger_entries: "account",
  ledger_outcomes: "problem",
  ledger_operations: "request_hash",
};

const attemptsOn = (table: string, column: string) => [
  `UPDATE ${table} SET ${column} = 'another name'`,
  `UPDATE ${table} SET shop = shop WHERE false OR shop <> ''`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table}`,
  `INSERT INTO ${table} SELECT * FROM ${table} ON CONFLICT ON CONSTRAINT ${keyOf(table)} DO UPDATE SET ${column} = 'x'`,
  `MERGE INTO ${table} a USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE`,
  `WITH gone AS (DELETE FROM ${table} RETURNING 1) SELECT count(*) FROM gone`,
  `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
];

/** As drizzle names primary keys. */
const keyOf = (table: string) =>
  ({
    ledger_entries: "ledger_entries_shop_posting_id_account_pk",
    ledger_operations: "ledger_operations_shop_key_pk",
  })[table] ?? `${table}_shop_id_pk`;

export const appendOnly: BackroomPromise = {
  id: "R4",
  title: "UPDATE, DELETE, TRUNCATE of ledger and audit rows as the app's role",
  async test(shop) {
    await makeChanges(shop, 3, "Fixed");
    await makePostings(shop);
    const { withShop } = await import("~/platform/db/with-shop.server");
    const digest = async (table: string) => {
      const { rows } = await withShop(DEMO, (tx) =>
        tx.$client.query<{ digest: string; count: number }>(
          `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest, count(*)::int AS count FROM ${table} AS t`,
        ),
      );
      return rows[0];
    };
    let [attempts, succeeded, changed, empty] = [0, 0, 0, 0];
    for (const [table, column] of Object.entries(KEPT)) {
      const before = await digest(table);
      for (const statement of attemptsOn(table, column)) {
        attempts += 1;
        const attempt = withShop(DEMO, (tx) => tx.$client.query(statement));
        succeeded += await attempt.then(
          () => 1,
          () => 0,
        );
      }
      const after = await digest(table);
      changed += Number(after?.digest !== before?.digest);
      empty += Number(!before?.count);
    }
    return finding(`${attempts} attempts on ${Object.keys(KEPT).length} tables`, {
      succeeded,
      "changed tables": changed,
      "tables without a row": empty,
    });
  },
};

/** A posting that is confirmed, made under a key. */
async function makePostings(shop: TestShop): Promise<void> {
  const [id] = await creditCustomers(shop, 1, "Fixedcredit");
  const calls = await signedInCalls(shop);
  await calls.credits.issueCredits({
    headers: {},
    body: { ids: String(id), amount: "5", reference: "Kept" },
  });
  await dispatchAll(shop);
}

export const sealedTokens: BackroomPromise = {
  id: "R23",
  title: "stored credentials in plain text in the database",
  provenBy: "tests/integration/security/stored-credentials.test.ts",
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
  title: "exactly one audit row for each change, each sent twice",
  async test(shop, scale) {
    const count = scale === "small" ? 60 : 10_000;
    const { ids, others } = await makeChanges(shop, count, "Audited");
    const audits = await countAuditEntries(DEMO, ids);
    return finding(`${count + others.made} changes`, {
      "without an entry": ids.filter((id) => !audits.has(id)).length + others.missing,
      "with more than one": ids.filter((id) => (audits.get(id) ?? 0) > 1).length + others.more,
    });
  },
};

/** Decisions, each sent twice concurrently with one operation id, while settings change. */
export async function makeChanges(shop: TestShop, count: number, prefix: string) {
  await setPlan(shop.localStore, DEMO, "ENTERPRISE");
  setFaults(shop.localStore, DEMO);
  const ids = await addPendingStudents(shop.localStore, DEMO, count, prefix);
  const calls = await signedInCalls(shop);
  const queue = ids.values();
  const lane = async () => {
    for (const id of queue) {
      const change = {
        ids: { id: `gid://shopify/Customer/${id}` },
        removeTag: "Pending",
        addTag: "Approved",
        operationId: `operation-${id}`,
      };
      // The second may be refused while the first is in flight. A later repetition gets its outcome.
      await Promise.allSettled([calls.customers.changeStatus(change), calls.customers.changeStatus(change)]);
      await calls.customers.changeStatus(change);
    }
  };
  const [others] = await Promise.all([turnSettings(shop), ...Array.from({ length: 8 }, lane)]);
  await setPlan(shop.localStore, DEMO, "PLUS");
  return { ids, others };
}

async function turnSettings(shop: TestShop) {
  const { app } = await import("../../support/app.ts");
  const { database } = await import("~/platform/db/pool.server");
  const [key = ""] = app.declarations.switches.keys();
  const calls = await signedInCalls(shop);
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
    const change = { switches: { [key]: index % 2 === 0 ? !switches[key] : switches[key] === true } };
    await Promise.all([calls.settings.change(change), calls.settings.change(change)]);
  }
  const entries = (await count()) - before;
  return { made, missing: Math.max(0, made - entries), more: Math.max(0, entries - made) };
}
