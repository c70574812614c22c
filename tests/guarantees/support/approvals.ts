import { insertCustomersInBulk } from "../../../local-store/data/bulk-insert.ts";
import type { ShopPlan } from "../../../local-store/data/rows.ts";
import type { FaultKnobs } from "../../../local-store/faults/fault-board.ts";
import type { LocalStore } from "../../../local-store/main.ts";
import type { TestShop } from "../../support/test-shop.ts";

/** Puts the given number of pending students into the local store, without webhooks. @returns their ids, in order */
export async function addPendingStudents(
  localStore: LocalStore,
  shop: string,
  count: number,
  prefix: string,
): Promise<number[]> {
  const { store } = localStore;
  await insertCustomersInBulk(
    store,
    shop,
    Array.from({ length: count }, (_, index) => ({
      first_name: prefix,
      last_name: `No ${index}`,
      email: `${prefix}.${index}@students.example`.toLowerCase(),
      tags: ["Pending", "UserType:Student"],
      created_at: new Date(Date.UTC(2026, 5, 1) + index * 1_000),
    })),
  );
  const { rows } = await store.pool.query<{ id: number }>(
    "SELECT id FROM customers WHERE shop = $1 AND first_name = $2 ORDER BY id",
    [shop, prefix],
  );
  return rows.map(({ id }) => id);
}

/** Sets how many points a second the shop's plan restores. */
export async function setPlan(localStore: LocalStore, shop: string, plan: ShopPlan): Promise<void> {
  await localStore.store.pool.query("UPDATE shops SET plan = $2 WHERE domain = $1", [shop, plan]);
}

/** Turns the shop's faults, with draws and counters starting over; without knobs the shop is calm. */
export function setFaults(
  localStore: LocalStore,
  shop: string,
  knobs: Partial<FaultKnobs> = {},
  seed?: number,
): void {
  localStore.store.faults.reset(shop, seed);
  localStore.store.counters.reset(shop);
  localStore.store.faults.set(shop, knobs);
}

/** Starts the job that approves these students, on behalf of the shop's owner, as the page's button does. */
export async function startApproval(
  testShop: TestShop,
  shop: string,
  ids: readonly number[],
): Promise<string> {
  const [{ signedInCalls }] = await Promise.all([import("../../support/calls.ts")]);
  const calls = await signedInCalls(testShop, "1", shop);
  const customers = ids.map((id) => ({ id: `gid://shopify/Customer/${id}`, label: `Student ${id}` }));
  const { jobId } = await calls.customers.decideMany({
    registration: "student",
    customers,
    removeTag: "Pending",
    addTag: "Approved",
  });
  return jobId;
}

/** A job's items as they stand. */
export interface ItemRow {
  customerId: number;
  state: string;
  message: string | null;
}

export async function itemsOf(jobId: string): Promise<ItemRow[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<ItemRow>(
    `SELECT (input->>'customerId')::float8 AS "customerId", state, message FROM job_items WHERE job_id = $1 ORDER BY position`,
    [jobId],
  );
  return rows;
}

/** The tags of customers as the store holds them. */
export async function tagsOf(localStore: LocalStore, ids: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await localStore.store.pool.query<{ id: number; tags: string[] }>(
    "SELECT id, tags FROM customers WHERE id = ANY($1)",
    [ids],
  );
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}

/** How many audit entries name each customer. */
export async function countAuditEntries(shop: string, ids: readonly number[]): Promise<Map<number, number>> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ id: string; count: number }>(
    `SELECT subject_id AS id, count(*)::int AS count FROM audit_entries
      WHERE shop = $1 AND subject_type = 'customer' AND subject_id = ANY($2) GROUP BY 1`,
    [shop, ids.map(String)],
  );
  return new Map(rows.map(({ id, count }) => [Number(id), count]));
}

/** Approved and no longer pending. */
export const isApproved = (tags: readonly string[] | undefined): boolean =>
  tags?.includes("Approved") === true && !tags.includes("Pending");

/** Runs a job of decisions to its end in this process. */
export async function runDecisions(shop: string, jobId: string): Promise<void> {
  const [{ runJob }, { decideManyJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/registrations/decide-many.server"),
  ]);
  const kinds = new Map([[decideManyJob.name, decideManyJob]]);
  await runJob(shop, jobId, kinds, new AbortController().signal);
}
