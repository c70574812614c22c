import { once } from "node:events";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, itemsOf, setPlan, startApproval } from "../support/approvals.ts";
import { startBuiltWorker } from "../support/built-process.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding, percentile } from "../support/promise.ts";
import { until } from "../support/until.ts";
import { badSignatures, type Delivery, deliver, queuedDeliveries, refresh } from "../support/webhooks.ts";

export const webhooks: BackroomPromise = {
  id: "R19",
  title: "webhooks: bad signatures; five duplicates, out of order; under bulk load",
  // What it adds is the speed of the answers, which a run beside other work can't judge.
  provenBy: "tests/integration/mirror/webhooks.test.ts",
  async test(shop, scale) {
    await signIn([shop.token("1")]);
    const accepted = await sendForged();
    const wrong = await sendShuffled(shop);
    const { answers, p99 } = await sendUnderLoad(shop, scale === "small" ? 300 : 5_000);
    return finding(`${answers} answers under load, p99 ${Math.round(p99)} ms`, {
      "forged accepted": accepted,
      "more or less than one effect": wrong,
      "answers over 1 s at p99": p99 <= 1_000 ? 0 : 1,
    });
  },
};

async function sendForged(): Promise<number> {
  const payload = { id: 4711, admin_graphql_api_id: "gid://shopify/Customer/4711" };
  let accepted = 0;
  for (const topic of ["customers/delete", "customers/update", "app/uninstalled", "shop/redact"]) {
    for (const forged of Object.values(badSignatures(payload)))
      if ((await deliver({ shop: DEMO, topic, payload, forged })) !== 401) accepted += 1;
  }
  return accepted;
}

/** Approves a person in the store and delivers each of its webhooks five times, latest first. */
async function sendShuffled(shop: TestShop): Promise<number> {
  const { store } = shop.localStore;
  const id = await registerStudent(shop.localStore, { name: "Shuffled Student" });
  await refreshMirror([id]);
  const last = (await queuedDeliveries(shop.localStore, DEMO)).at(-1)?.id ?? 0;
  await addTags(store, DEMO, id, ["Approved"]);
  await removeTags(store, DEMO, id, ["Pending"]);
  const queued = await queuedDeliveries(shop.localStore, DEMO, last);
  const shuffled = queued.flatMap((delivery) => Array<Delivery>(5).fill(delivery)).reverse();
  store.counters.reset(DEMO);
  let wrong = queued.length >= 2 ? 0 : 1;
  for (const delivery of shuffled) {
    if ((await deliver(delivery)) !== 200) wrong += 1;
    await refresh(DEMO);
  }
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { rows } = await withShop(DEMO, (tx) =>
    tx.$client.query("SELECT student_status FROM customers WHERE shop = $1 AND id = $2", [DEMO, id]),
  );
  if (rows[0]?.student_status !== "approved") wrong += 1;
  // The latest is first, so all the others are older than what has been read, or repeat it.
  if ((store.counters.of(DEMO).requests.CustomersByIds ?? 0) !== 1) wrong += 1;
  return wrong;
}

/** Webhooks while a worker approves in bulk, each in its own process as in production. */
async function sendUnderLoad(shop: TestShop, count: number) {
  await setPlan(shop.localStore, DEMO, "ENTERPRISE");
  const ids = await addPendingStudents(shop.localStore, DEMO, count, "Loaded");
  const worker = await startBuiltWorker();
  const times: number[] = [];
  try {
    const jobId = await startApproval(shop, DEMO, ids);
    const doneIn = async () => (await itemsOf(jobId)).filter(({ state }) => state === "done").length;
    await until("the bulk work has begun", async () => (await doneIn()) > 0);
    const queue = ids.values();
    const lane = async () => {
      for (const id of queue) {
        const payload = {
          admin_graphql_api_id: `gid://shopify/Customer/${id}`,
          updated_at: new Date().toISOString(),
        };
        const begun = performance.now();
        await deliver({ shop: DEMO, topic: "customers/update", payload });
        times.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    await until("the bulk work has ended", async () => (await doneIn()) === count);
  } finally {
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await setPlan(shop.localStore, DEMO, "PLUS");
  }
  return { answers: times.length, p99: percentile(times, 0.99) };
}
