import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findText } from "../../guarantees/support/tables.ts";
import type { signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { atAgora, gid, openAgoraShop, registerApproved, runSyncJob } from "./agora-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  ({ shop, calls } = await openAgoraShop("agora_erasure"));
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

/** Runs a sync job and erases its customer while the job waits for this table of the local store. */
async function eraseDuring(
  table: "customers" | "agora_users",
  jobId: string,
  customer: { id: number; email: string },
) {
  const store = await shop.localStore.store.pool.connect();
  try {
    await store.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const running = runSyncJob(DEMO, jobId);
    const isWaiting = async () =>
      (
        await store.query(
          "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
          [table],
        )
      ).rowCount;
    await expect.poll(isWaiting).toBe(1);
    await redactCustomer(DEMO, customer);
    await store.query("COMMIT");
    await running;
  } finally {
    store.release();
  }
}

const outcomesOf = async (jobId: string) =>
  (await calls.jobs.items({ id: jobId })).rows.map(({ state, message }) => ({ state, message }));

test("a person who is erased after they were read is neither mirrored nor sent", async () => {
  const id = await registerApproved(shop, "Rea Erased");
  const { jobId } = await calls.agora.sync({ id: gid(id) });
  await eraseDuring("customers", jobId, { id, email: "rea.erased@students.example" });
  expect((await atAgora(shop, id)).requests).toEqual([]);
  expect(await findText("rea.erased")).toEqual([]);
  expect(await outcomesOf(jobId)).toEqual([{ state: "skipped", message: "This person's data was erased." }]);
});

test("a push whose response was lost isn't retried after the person was erased", async () => {
  const id = await registerApproved(shop, "Tara Erased");
  const { jobId } = await calls.agora.sync({ id: gid(id) });
  shop.localStore.store.faults.set(DEMO, { agoraTimeoutAfterCommit: 1 });
  await eraseDuring("agora_users", jobId, { id, email: "tara.erased@students.example" });
  expect((await atAgora(shop, id)).requests).toHaveLength(1);
  expect(await outcomesOf(jobId)).toEqual([{ state: "skipped", message: "This person's data was erased." }]);
});

test("the mirror gets the person before the push, and nothing of a person who is erased during it", async () => {
  const id = await registerApproved(shop, "Elsa Erased");
  const { jobId } = await calls.agora.sync({ id: gid(id) });
  await eraseDuring("agora_users", jobId, { id, email: "elsa.erased@students.example" });
  expect((await atAgora(shop, id)).user).toMatchObject({ version: 1 });
  expect(await findText("elsa.erased")).toEqual([]);
  const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: String(id) });
  expect(rows.map(({ what }) => what)).not.toContain("Synced a person to Agora");
});
