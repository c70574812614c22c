import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { setFaults, setPlan } from "../support/approvals.ts";
import {
  addKnownPeople,
  importPeople,
  retryUntilWritten,
  rowsOfJob,
  undoEverything,
} from "../support/imports.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/** Together 30 % of all requests. */
const FAULTS = {
  throttled: 0.06,
  tooManyRequests: 0.06,
  serverError: 0.06,
  cutAfterCommit: 0.05,
  timeoutAfterCommit: 0.01,
  userError: 0.06,
};

export const faultyImports: BackroomPromise = {
  id: "R6",
  title: "the same during an import of new and known persons, and its undo",
  async test(shop, scale) {
    const count = scale === "small" ? 60 : 5_000;
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    await setPlan(shop.localStore, DEMO, "ENTERPRISE");
    const existing = await addKnownPeople(shop, count / 2);
    const people = [...existing, ...newPeople(count / 2)];
    const before = await peopleIn(shop, people);
    setFaults(shop.localStore, DEMO);
    const { runId, jobId } = await importPeople(shop, people, "Imported School", () =>
      setFaults(shop.localStore, DEMO, FAULTS, seed),
    );
    try {
      const first = await rowsOfJob(jobId);
      const failedFirst = first.filter(({ state }) => state === "failed");
      const passes = await retryUntilWritten(jobId);
      const after = await peopleIn(shop, people);
      const created = shop.localStore.store.counters.of(DEMO).effective.customerCreate ?? {};
      const undone = await undoEverything(shop, runId);
      const back = await peopleIn(shop, people);
      return finding(
        `${count} rows, ${failedFirst.length} reported as failed at first, ${passes} passes, then undone in ${undone} (seed ${seed})`,
        {
          missed: people.filter((email) => after.get(email)?.school !== "Imported School").length,
          doubled:
            Object.values(created).filter((times) => times > 1).length + (await auditedOtherThanOnce(jobId)),
          "failed without a word": failedFirst.filter(({ message }) => !message).length,
          "not undone": people.filter((email) => back.get(email)?.school !== before.get(email)?.school)
            .length,
        },
      );
    } finally {
      setFaults(shop.localStore, DEMO);
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

const newPeople = (count: number): string[] =>
  Array.from({ length: count }, (_unused, index) => `imported.${index}@students.example`);

/** Who is in the store, and at which school; who is not there is missing. */
async function peopleIn({ localStore }: TestShop, emails: readonly string[]) {
  const { rows } = await localStore.store.pool.query<{ email: string; school: string | null }>(
    `SELECT c.email, (SELECT entry->>'value' FROM metafield_sets m, jsonb_array_elements(m.entries) AS entry
                       WHERE m.shop = c.shop AND m.owner_type = 'CUSTOMER' AND m.owner_id = c.id
                         AND entry->>'namespace' = 'stp' AND entry->>'key' = 'school') AS school
       FROM customers c WHERE c.shop = $1 AND c.email = ANY($2)`,
    [DEMO, emails],
  );
  return new Map(rows.map(({ email, school }) => [email, { school }]));
}

async function auditedOtherThanOnce(jobId: string): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT subject_id FROM audit_entries
       WHERE shop = $1 AND job_id = $2 AND action = 'customer.imported' GROUP BY 1 HAVING count(*) <> 1) AS other`,
    [DEMO, jobId],
  );
  return rows[0]?.count ?? 0;
}
