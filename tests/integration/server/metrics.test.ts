import { afterAll, beforeAll, expect, test } from "vitest";
import { listenForMetrics } from "../../../server/metrics.ts";
import { freePort } from "../../../server/process/ports.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let port: number;
let close: () => void;
beforeAll(async () => {
  shop = await openTestShop("metrics");
  await signedInCalls(shop);
  port = await freePort();
  close = await listenForMetrics({ port, address: "127.0.0.1", isWorker: true });
});
afterAll(async () => {
  close();
  await shop.close();
});

const read = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, text: await response.text() };
};

test("a worker shows its figures, and is unhealthy when work waits for too long", async () => {
  const [{ countRequest }, { database }, { enqueue }] = await Promise.all([
    import("~/platform/metrics/metrics.server"),
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/queue.server"),
  ]);
  countRequest("GET", "/api/credits/statement/1001", 200, 40);
  countRequest("GET", "/wp-login", 404, 1);
  await database().query("DELETE FROM pgboss.job");
  expect(await read("/healthz")).toEqual({ status: 200, text: "ok" });
  await enqueue("tasks", "metrics", { task: "ledger.carry", shop: DEMO });
  await database().query("UPDATE pgboss.job SET start_after = now() - interval '10 minutes'");
  // The figures are read again after ten seconds.
  await expect.poll(() => read("/healthz"), { timeout: 20_000 }).toMatchObject({ status: 503 });
  const { text } = await read("/metrics");
  expect(text).toContain('backroom_queue_waiting{queue="tasks",kind="ledger.carry"} 1');
  expect(text).toMatch(/backroom_queue_oldest_seconds\{queue="tasks",kind="ledger.carry"\} 6\d\d/);
  expect(text).toMatch(new RegExp(`backroom_slowest_shop_seconds\\{shop="${DEMO}"\\} 6\\d\\d`));
  expect(text).toContain(
    'backroom_request_seconds_count{method="GET",route="/api/credits/statement/:id",status="200"} 1',
  );
  expect(text).toContain('route="other",status="404"');
  expect(text).toMatch(/backroom_pool_connections\{state="waiting"\} 0/);
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  expect((await read("/")).status).toBe(404);
});

test("log lines name the shop once it is known", async () => {
  const [{ withLogContext, logContext }, { withShop }] = await Promise.all([
    import("~/platform/log-context.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await withLogContext({}, async () => {
    expect(logContext()).toEqual({});
    await withShop(DEMO, async () => undefined);
    expect(logContext()).toEqual({ shop: DEMO });
  });
});
