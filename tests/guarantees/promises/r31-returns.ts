import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../../server/process/ports.ts";
import { fulfilledOrder, outsideOf, setUpUps } from "../../support/returns.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { inLanes } from "../support/credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

const CLIENTS = 6;
/** How often a client sends a request again that got no outcome. Afterwards the task decides. */
const TRIES = 3;
/** While the web process starts. */
const RECONNECT_MS = 100;
/** The minimum number of orders that get a return. The others are refused by a fault. */
const MIN_SHARE = 0.25;
const MUTATIONS = ["ReturnCreate", "StagedUploadsCreate", "ReverseDeliveryCreate", "ReturnCancel"];

export const returnsWithFaults: BackroomPromise = {
  id: "R31",
  title: "returns with faults of UPS and the Admin API at each step, while the web process is killed",
  // The tests have each fault at each step. What this adds is their mixture, and that processes are killed.
  provenBy: [
    "tests/integration/orderReturns/create.test.ts",
    "tests/integration/orderReturns/lost-answers.test.ts",
  ],
  async test(shop, scale) {
    const [count, kills] = scale === "small" ? [20, 2] : [1_000, 50];
    await setUpUps(shop);
    const orders: Awaited<ReturnType<typeof fulfilledOrder>>[] = [];
    for (let number = 0; number < count; number += 1) orders.push(await fulfilledOrder(shop));
    const port = await freePort();
    let web: ChildProcess = startBuilt("web", port);
    try {
      await untilHealthy(port);
      setFaults(shop);
      const progress = { ended: 0 };
      const lanes = inLanes(CLIENTS, orders, async ({ orderId }) => {
        await requestReturn(shop, port, orderId);
        progress.ended += 1;
      });
      for (let kill = 0; kill < kills; kill += 1) {
        await until("returns were requested", async () => progress.ended >= (count * (kill + 0.5)) / kills);
        web.kill("SIGKILL");
        web = startBuilt("web", port);
        await untilHealthy(port);
      }
      await lanes;
    } finally {
      web.kill("SIGKILL");
      shop.localStore.store.faults.reset(DEMO);
    }
    const open = await finishAll();
    return judge(shop, orders, open);
  },
};

function setFaults({ localStore: { store } }: TestShop): void {
  store.faults.set(DEMO, { upsServerError: 0.1, upsTimeoutAfterPurchase: 0.2 });
  for (const operation of MUTATIONS)
    store.faults.setFor(DEMO, operation, { userError: 0.08, cutAfterCommit: 0.08, cutBeforeCommit: 0.05 });
}

/** Requests a return as a script does, with the same operation id until it has an outcome. */
async function requestReturn(shop: TestShop, port: number, orderId: string): Promise<void> {
  const { rows } = await shop.localStore.store.pool.query<{ id: string }>(
    "SELECT id FROM order_lines WHERE order_id = $1 AND sku = 'LAMP'",
    [orderId.split("/").at(-1)],
  );
  const body = JSON.stringify({
    orderId,
    lineItems: [{ lineitem_id: String(rows[0]?.id), quantity: 1 }],
    operationId: randomUUID(),
  });
  for (let tries = 0; tries < TRIES; ) {
    const status = await fetch(`http://127.0.0.1:${port}/api/shopify/order/return`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.token("1")}`, "content-type": "application/json" },
      body,
    })
      .then(async (response) => {
        await response.body?.cancel();
        return response.status;
      })
      .catch((error: Error) => (isUnreachable(error) ? UNREACHABLE : 0));
    if (status === 200) return;
    // A request that reached no process is not an attempt.
    if (status === UNREACHABLE) await wait(RECONNECT_MS);
    else tries += 1;
  }
}

const UNREACHABLE = -1;
const isUnreachable = ({ cause }: Error) => (cause as { code?: string } | undefined)?.code === "ECONNREFUSED";

/** Runs the task until each return has ended, as if the leases of killed processes had expired. @returns those still open */
async function finishAll(): Promise<number> {
  const [{ withShop }, { finishOpenReturns, voidLateLabels }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/functions/orderReturns/finish-open-returns.server"),
  ]);
  const query = (text: string) =>
    withShop(DEMO, (tx) => tx.$client.query<{ count: number }>(text)).then(({ rows }) => rows);
  const { signal } = new AbortController();
  let open = 0;
  for (let rounds = 0; rounds < 5; rounds += 1) {
    await query("UPDATE return_cases SET lease_until = now() - interval '1 second' WHERE state = 'started'");
    await finishOpenReturns.run(DEMO, signal);
    const [row] = await query("SELECT count(*)::int AS count FROM return_cases WHERE state = 'started'");
    open = row?.count ?? 0;
    if (open === 0) break;
  }
  await query(
    "UPDATE return_cases SET recheck_at = now() - interval '1 second' WHERE recheck_at IS NOT NULL",
  );
  await voidLateLabels.run(DEMO, signal);
  return open;
}

async function judge(shop: TestShop, orders: readonly { id: number }[], open: number) {
  const { labels, returns } = await outsideOf(
    shop,
    orders.map(({ id }) => id),
  );
  const isOf = (reference: string) => returns.filter(({ note }) => note.includes(reference));
  const byOrder = new Map<number, number>();
  for (const { order_id } of returns) byOrder.set(order_id, (byOrder.get(order_id) ?? 0) + 1);
  return finding(`${orders.length} orders, ${returns.length} returns, ${labels.length} labels`, {
    "returns without a label": returns.filter(
      ({ tracking }) => !tracking || !labels.some((label) => label.tracking_number === tracking),
    ).length,
    "labels without a return": labels.filter(({ reference }) => isOf(reference).length === 0).length,
    "returns twice": [...byOrder.values()].filter((count) => count > 1).length,
    "returns that never end": open,
    "returns too few": Math.max(0, Math.ceil(orders.length * MIN_SHARE) - returns.length),
  });
}
