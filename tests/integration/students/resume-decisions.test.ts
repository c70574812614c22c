import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { AdminApi } from "~/connectors/shopify/port";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import {
  decideAsOwner,
  decisionsOn,
  failing,
  finishLeftOpen,
  Gate,
  gid,
  leaseRunsOut,
  tagsInStore,
} from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("resume_decisions");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

async function registered(name: string): Promise<number> {
  const id = await registerStudent(shop.localStore, { name });
  await refreshMirror([id]);
  return id;
}

const approval = (customerId: number, operationId: string) =>
  ({ customerId, from: "pending", to: "approved", operationId }) as const;
const rejection = (customerId: number, operationId: string) =>
  ({ customerId, from: "pending", to: "disabled", operationId }) as const;
const plainly = <Api>(api: Api) => api;
const statesOf = async (id: number) => (await decisionsOn(id)).map(({ state }) => state);
const namesIn = async (status: "pending" | "approved" | "disabled") =>
  (await calls.students.list({ params: { status } })).rows.map((row) => row.displayName);

test("after a crash behind Shopify's change, the decision is completed once in the name of its administrator", async () => {
  const id = await registered("Dora Died");
  const gate = new Gate("after the answer");
  void decideAsOwner(gate.wrap, approval(id, "operation-dora"));
  await gate.reached;
  await leaseRunsOut(id);

  await Promise.all([finishLeftOpen(), finishLeftOpen()]);

  expect(await statesOf(id)).toEqual(["done"]);
  expect(await activityOf("customer", id)).toMatchObject([
    {
      action: "registration.decided",
      who: { name: "Olivia Owner" },
      before: { Status: "Pending" },
      after: { Status: "Approved" },
    },
  ]);
  expect(await namesIn("approved")).toContain("Dora Died");
});

test("a process that dies before Shopify's change releases the person and records no decision", async () => {
  const id = await registered("Bert Before");
  const gate = new Gate("before sending");
  void decideAsOwner(gate.wrap, approval(id, "operation-bert"));
  await gate.reached;
  await finishLeftOpen();
  expect(await statesOf(id)).toEqual(["started"]);

  await leaseRunsOut(id);
  await finishLeftOpen();

  expect(await statesOf(id)).toEqual(["failed"]);
  expect(await activityOf("customer", id)).toEqual([]);
  await decideAsOwner(plainly, rejection(id, "operation-bert-2"));
  expect(await tagsInStore(shop, id)).toEqual(["Disabled", "UserType:Student"]);
});

test("a lost response is reported to the caller, and the decision is looked up and completed", async () => {
  const id = await registered("Lara Lost");
  const { upstreamFailed } = await import("~/platform/errors");
  const lost = failing("after", upstreamFailed("Shopify did not answer."));
  await expect(decideAsOwner(lost, approval(id, "operation-lara"))).rejects.toMatchObject({
    status: 502,
    message: expect.stringMatching(/Backroom is checking whether the decision was applied/),
  });
  expect(await queuedTasks("registrations.finish-open-decisions")).toHaveLength(1);

  await finishLeftOpen();

  expect(await statesOf(id)).toEqual(["done"]);
  expect(await activityOf("customer", id)).toHaveLength(1);
  // A repeated click.
  await expect(decideAsOwner(plainly, approval(id, "operation-lara"))).resolves.toMatchObject({
    alreadyDone: true,
  });
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test("another administrator's decision first finishes an abandoned one", async () => {
  const id = await registered("Fin First");
  const { upstreamFailed } = await import("~/platform/errors");
  const lost = failing("after", upstreamFailed("Shopify did not answer."));
  await expect(decideAsOwner(lost, approval(id, "operation-fin-1"))).rejects.toMatchObject({ status: 502 });

  await expect(decideAsOwner(plainly, rejection(id, "operation-fin-2"))).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Fin First is now Approved"),
  });

  expect(await statesOf(id)).toEqual(["done"]);
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test("a decision whose lease expired while waiting changes nothing and reports the current status", async () => {
  const id = await registered("Sam Slow");
  const gate = new Gate("before sending");
  const slow = decideAsOwner(gate.wrap, approval(id, "operation-sam-1"));
  await gate.reached;
  await leaseRunsOut(id);
  await decideAsOwner(plainly, rejection(id, "operation-sam-2"));
  gate.open();

  await expect(slow).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Sam Slow is Rejected now"),
  });

  expect(await tagsInStore(shop, id)).toEqual(["Disabled", "UserType:Student"]);
  expect((await statesOf(id)).toSorted()).toEqual(["done", "failed"]);
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test("a decision that another process finished returns success", async () => {
  const id = await registered("Mia Midway");
  const gate = new Gate("after the answer");
  const slow = decideAsOwner(gate.wrap, approval(id, "operation-mia"));
  await gate.reached;
  await leaseRunsOut(id);
  await finishLeftOpen();
  gate.open();

  await expect(slow).resolves.toMatchObject({ status: "approved", alreadyDone: true });
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test("a change that was abandoned but still arrived is recorded", async () => {
  const id = await registered("Lea Late");
  const gate = new Gate("on its way");
  const given = decideAsOwner(gate.wrap, approval(id, "operation-lea"));
  await gate.reached;
  await leaseRunsOut(id);
  await finishLeftOpen();
  expect(await statesOf(id)).toEqual(["failed"]);
  gate.open();

  await expect(given).resolves.toMatchObject({ status: "approved" });
  expect(await statesOf(id)).toEqual(["done"]);
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test("a running decision renews its lease and keeps the person, however long Shopify takes", async () => {
  const id = await registered("Kit Kept");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const gate = new Gate("before sending");
  const slow = decideAsOwner(gate.wrap, approval(id, "operation-kit-1"));
  await gate.reached;
  await leaseRunsOut(id);
  vi.advanceTimersByTime(10_000);
  await expect
    .poll(() => decisionsOn(id))
    .toMatchObject([{ seconds_left: expect.toSatisfy((left) => left > 50) }]);

  await finishLeftOpen();
  await expect(decideAsOwner(plainly, rejection(id, "operation-kit-2"))).rejects.toMatchObject({
    status: 409,
  });
  gate.open();
  await expect(slow).resolves.toMatchObject({ alreadyDone: false });
  expect(await tagsInStore(shop, id)).toEqual(["Approved", "UserType:Student"]);
});

test("a repetition returns success when the first attempt ends while it reads the tags", async () => {
  const id = await registered("Rae Repeated");
  const gate = new Gate("after the answer");
  const first = decideAsOwner(gate.wrap, approval(id, "operation-rae"));
  await gate.reached;
  const readsThenEnds = (api: AdminApi): AdminApi => ({
    download: api.download,
    run: async (operation, variables, options) => {
      const answer = await api.run(operation, variables, options);
      gate.open();
      await first;
      return answer;
    },
  });

  const second = decideAsOwner(readsThenEnds, approval(id, "operation-rae"));

  await expect(second).resolves.toMatchObject({ status: "approved", alreadyDone: true });
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test.each([
  ["both tags", (id: number) => addTags(shop.localStore.store, DEMO, id, ["Approved"])],
  ["no tag", (id: number) => removeTags(shop.localStore.store, DEMO, id, ["Pending"])],
])("a partly applied change that left %s is rolled back", async (what, applyHalf) => {
  const id = await registered(`Hal ${what}`);
  const gate = new Gate("before sending");
  void decideAsOwner(gate.wrap, approval(id, `operation-hal ${what}`));
  await gate.reached;
  await applyHalf(id);
  await leaseRunsOut(id);
  await finishLeftOpen();
  expect(await tagsInStore(shop, id)).toEqual(["Pending", "UserType:Student"]);
  expect(await statesOf(id)).toEqual(["failed"]);
});

test("a repeated operation doesn't treat another administrator's decision as its own", async () => {
  const id = await registered("Rob Repeated");
  const { Refusal } = await import("~/platform/errors");
  const refused = failing("before", new Refusal(502, "SHOPIFY_REFUSED", "Shopify did not."));
  await expect(decideAsOwner(refused, approval(id, "operation-rob-1"))).rejects.toMatchObject({
    status: 502,
  });
  await calls.customers.changeStatus({
    ids: { id: gid(id) },
    removeTag: "Pending",
    addTag: "Approved",
    operationId: "operation-rob-2",
  });

  await expect(decideAsOwner(plainly, approval(id, "operation-rob-1"))).rejects.toMatchObject({
    status: 409,
  });
  expect(await activityOf("customer", id)).toHaveLength(1);
});
