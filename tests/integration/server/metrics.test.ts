import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenForMetrics } from "../../../server/metrics.ts";
import { freePort } from "../../../server/process/ports.ts";
import { signedInCalls } from "../../support/calls.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { emptyQueue } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let port: number;
let close: () => void;
beforeAll(async () => {
  shop = await openTestShop("metrics");
  await signedInCalls(shop);
  port = await freePort();
  const { gauges } = await import("~/worker.server");
  close = await listenForMetrics({ port, address: "127.0.0.1", worker: { gauges } });
});
afterAll(async () => {
  close();
  await shop.close();
});

const read = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, text: await response.text() };
};

test("a worker shows its slots, Shopify's points, the mirrors' and the ledger's age, and emails by state", async () => {
  const [{ database }, { Slots }, { createQueueClient, enqueue }, { throttledAnswers }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/slots.server"),
    import("~/platform/jobs/queue.server"),
    import("~/platform/metrics/metrics.server"),
  ]);
  const pool = database();
  await emptyQueue();
  await pool.query(
    `INSERT INTO mirrors (shop, name, rebuilt_at) VALUES ($1, 'customers', now() - interval '3 days')
     ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now() - interval '3 days'`,
    [DEMO],
  );
  await pool.query(
    `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
     VALUES ($1, gen_random_uuid(), now(), 1, 'Credit', 100, 'Thanks', '1', 'Olivia', '')`,
    [DEMO],
  );
  await pool.query(
    "INSERT INTO ledger_proofs (shop, at, accounts, postings, entries, owed_cents) VALUES ($1, now() - interval '5 days', 1, 1, 2, 100)",
    [DEMO],
  );
  await pool.query(
    "INSERT INTO ledger_differences (shop, kind, ours_cents, theirs_cents, what) VALUES ($1, 'balance', 1, 2, 'Differs.')",
    [DEMO],
  );
  await pool.query(
    `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, state, attempts, created_at, queued_at, next_attempt_at, ended_at)
     SELECT $1, gen_random_uuid(), state || attempts, '', 'iris@students.example', '', '', '<p>', '', state, attempts, now(), now(), now(),
            CASE WHEN state <> 'queued' THEN now() - age END
       FROM (VALUES ('queued', 0, interval '0'), ('queued', 2, interval '0'), ('bounced', 1, interval '5 minutes'), ('bounced', 2, interval '2 hours')) AS mail (state, attempts, age)`,
    [DEMO],
  );
  throttledAnswers.inc({ shop: DEMO });
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const boss = await createQueueClient({ fetches: false }).start();
  const slots = new Slots(boss, "tasks", () => {
    begin();
    return held;
  });
  slots.start();
  await enqueue("tasks", "slow", { task: "slow", shop: DEMO });
  await begun;
  const { text } = await read("/metrics");
  end();
  await slots.stop(Promise.resolve());
  await boss.stop({ graceful: false });
  expect(text).toContain('backroom_slots{queue="tasks"} 6');
  expect(text).toContain('backroom_slots_busy{queue="tasks"} 1');
  expect(text).toMatch(/backroom_mirror_age_seconds\{mirror="customers"\} 2592\d\d/);
  expect(text).toMatch(/backroom_ledger_check_age_seconds 4320\d\d/);
  expect(text).toContain("backroom_ledger_differences 1");
  for (const [state, count] of [
    ["queued", 1],
    ["retrying", 1],
    ["sent", 0],
    ["bounced", 1],
  ])
    expect(text).toContain(`backroom_mails{state="${state}"} ${count}`);
  // Files before this one in the same process may have been throttled, too.
  expect(text).toMatch(new RegExp(`backroom_shopify_throttled_total\\{shop="${DEMO}"\\} [1-9]`));
  expect(text).toMatch(new RegExp(`backroom_shopify_points_ratio\\{shop="${DEMO}"\\} [01]`));
  expect((await read("/metrics")).text).toContain('backroom_slots_busy{queue="tasks"} 0');

  const alerts = fs.readFileSync("deploy/prometheus-alerts.yaml", "utf8");
  const named = new Set(alerts.match(/\b(backroom|nodejs)_\w+/g));
  expect([...named].filter((name) => !text.includes(`# TYPE ${name.replace(/_count$/, "")} `))).toEqual([]);
});

test("a worker shows its figures, and is unhealthy when work waits for too long", async () => {
  const [{ countRequest }, { database }, { enqueue }] = await Promise.all([
    import("~/platform/metrics/metrics.server"),
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/queue.server"),
  ]);
  countRequest("GET", "/api/credits/statement/1001", 200, 40);
  countRequest("GET", "/wp-login", 404, 1);
  await emptyQueue();
  expect(await read("/healthz")).toEqual({ status: 200, text: "ok" });
  await enqueue("tasks", "metrics", { task: "ledger.carry", shop: DEMO });
  await database().query("UPDATE pgboss.job SET start_after = now() - interval '10 minutes'");
  // The figures are read again after ten seconds.
  await expect
    .poll(() => read("/healthz"), { timeout: withMachineFactor(20_000) })
    .toMatchObject({ status: 503 });
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

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

// `npm test` lists the line (server/setup/step.ts). A skipped test would fail it.
if (!hasPromtool)
  process.stdout.write("Not run: the test of the alert rules, because promtool isn't installed.\n");

(hasPromtool ? test : () => {})("each alert fires, and none when all is well", () => {
  const alerts = fs.readFileSync("deploy/prometheus-alerts.yaml", "utf8").match(/- alert:/g);
  expect(fs.readFileSync("tests/integration/server/alerts.yaml", "utf8")).toContain(
    `value: ${alerts?.length}\n`,
  );
  const { stdout, stderr, status } = spawnSync(
    "promtool",
    ["test", "rules", "tests/integration/server/alerts.yaml"],
    {
      encoding: "utf8",
    },
  );
  expect(status, stdout + stderr).toBe(0);
});

test("log lines name the shop once it is known", async () => {
  const [{ withLogContext, logContext }, { withShop }] = await Promise.all([
    import("~/platform/log.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await withLogContext({}, async () => {
    expect(logContext()).toEqual({});
    await withShop(DEMO, async () => undefined);
    expect(logContext()).toEqual({ shop: DEMO });
  });
});
