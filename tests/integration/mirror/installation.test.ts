import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { deliver } from "../../guarantees/support/webhooks.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { emptyQueue, queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
const going = new AbortController().signal;
const days = (count: number) => count * 24 * 60 * 60 * 1_000;

beforeAll(async () => {
  shop = await openTestShop("installation");
});
afterAll(() => shop.close());

async function query<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}

/** Installed three days ago, with a mirror and nothing under way. */
beforeEach(async () => {
  shop.localStore.store.counters.reset(DEMO);
  await query("DELETE FROM sessions; DELETE FROM administrators; DELETE FROM shops");
  await signIn([shop.token("1")]);
  await deleteJobs();
  await query(
    `DELETE FROM stale_customers; DELETE FROM mirrors;
     INSERT INTO mirrors (shop, name, rebuilt_at) SELECT shop, 'customers', now() FROM shops;
     UPDATE shops SET installed_at = now() - interval '3 days'`,
  );
});

const signInAgain = async () => {
  const { completeSignIn } = await import("~/platform/auth/shopify.server");
  const { Session } = await import("@shopify/shopify-api");
  await import("~/app.server");
  await completeSignIn(
    new Session({
      id: "again",
      shop: DEMO,
      state: "",
      isOnline: true,
      onlineAccessInfo: {
        expires_in: 60,
        associated_user_scope: "",
        associated_user: {
          id: 1,
          first_name: "Olive",
          last_name: "Owner",
          email: "olive@backroom.example",
          email_verified: true,
          account_owner: true,
          locale: "en",
          collaborator: false,
        },
      },
    }),
  );
};
const uninstall = (triggeredAt = new Date(), eventId?: string) =>
  deliver({ shop: DEMO, topic: "app/uninstalled", payload: { domain: DEMO }, triggeredAt, eventId });
const redactRequest = (triggeredAt = new Date()) =>
  deliver({ shop: DEMO, topic: "shop/redact", payload: { shop_domain: DEMO }, triggeredAt });
/** As after the removal of the app: the stored token has expired, and Shopify doesn't renew it. */
async function loseAccess(): Promise<void> {
  const { forgetAccessToken } = await import("~/connectors/shopify/access-token.server");
  await query("UPDATE sessions SET expires = now() - interval '1 day'");
  await shop.localStore.store.pool.query("DELETE FROM access_tokens");
  forgetAccessToken(DEMO);
}
const isInstalled = async () => {
  const { findShop } = await import("~/platform/auth/shops.server");
  return (await findShop(DEMO)) !== null;
};
const queuedNames = async () => (await queuedTasks()).map(({ task }) => task);
const rebuilds = () =>
  query<{ id: string }>(
    "SELECT id, state, started_by_name FROM jobs WHERE kind = 'customers.rebuild-mirror'",
  );

test("an installation is stored atomically with its setup and its first rebuild", async () => {
  await emptyQueue();
  await query("DELETE FROM shops; DELETE FROM mirrors");
  await query("ALTER TABLE jobs ADD CONSTRAINT full_disk CHECK (shop = '') NOT VALID");
  await expect(signInAgain()).rejects.toThrow();
  await query("ALTER TABLE jobs DROP CONSTRAINT full_disk");
  expect(await isInstalled()).toBe(false);
  expect(await queuedNames()).toEqual([]);
  await signInAgain();
  expect(await isInstalled()).toBe(true);
  expect((await queuedNames()).toSorted()).toEqual([
    "dashboard.take-snapshot",
    "ledger.compare-everything",
    "shop.set-up",
  ]);
  expect(await rebuilds()).toMatchObject([{ state: "queued", started_by_name: "Backroom" }]);
});

test("a shop whose first rebuild failed gets one more at the next sign-in", async () => {
  await query("UPDATE mirrors SET rebuilt_at = NULL");
  await signInAgain();
  await signInAgain();
  expect(await rebuilds()).toHaveLength(1);
});

test("a mirror of an older version is rebuilt at the next sign-in", async () => {
  await query("UPDATE mirrors SET version = -1");
  await signInAgain();
  expect(await rebuilds()).toHaveLength(1);
});

test("a later sign-in neither waits for Shopify nor fails with it", async () => {
  const { setFaults } = await import("../../guarantees/support/approvals.ts");
  setFaults(shop.localStore, DEMO, { serverError: 1 }, 1);
  shop.localStore.store.counters.reset(DEMO);
  await signInAgain();
  setFaults(shop.localStore, DEMO);
  expect(shop.localStore.store.counters.of(DEMO).requests).toEqual({});
  expect(await queuedNames()).toContain("shop.set-up");
  expect(await rebuilds()).toEqual([]);
});

test("a background update of a shop doesn't install it again", async () => {
  const { setUpShop } = await import("~/domain/customers/set-up-shop.server");
  await query("UPDATE shops SET name = 'Old name'");
  await setUpShop.run(DEMO, going);
  expect(await query("SELECT name FROM shops")).not.toEqual([{ name: "Old name" }]);
  const { updateShop } = await import("~/platform/auth/shops.server");
  await uninstall();
  await updateShop({ domain: DEMO, name: "x", currency: "USD", timeZone: "UTC" });
  expect(await isInstalled()).toBe(false);
});

test("app/uninstalled removes the mirror's state, its stale customers and its tasks", async () => {
  await query("INSERT INTO stale_customers (shop, customer_id) VALUES ($1, 1)", [DEMO]);
  await query("UPDATE mirrors SET bulk_operation_id = 'x', rebuild_started_at = now()");
  expect(await uninstall()).toBe(200);
  expect(await isInstalled()).toBe(false);
  for (const table of ["sessions", "stale_customers", "mirrors"])
    expect(await query(`SELECT * FROM ${table} WHERE shop = $1`, [DEMO]), table).toEqual([]);

  // Late webhooks aren't recorded, and a task that was queued before does nothing.
  const update = { shop: DEMO, topic: "customers/update", payload: { id: 7 } };
  expect(await deliver(update)).toBe(200);
  expect(await query("SELECT * FROM stale_customers")).toEqual([]);
  await query("INSERT INTO stale_customers (shop, customer_id) VALUES ($1, 1)", [DEMO]);
  const { runTask } = await import("~/platform/jobs/task.server");
  const { customersMirror } = await import("~/domain/customers/mirror.server");
  await expect(runTask(customersMirror.refreshTask, DEMO, going)).resolves.toBeUndefined();
});

test("a late or repeated app/uninstalled doesn't remove a later installation", async () => {
  const [removedAt, event] = [new Date(), "the removal"];
  expect(await uninstall(removedAt, event)).toBe(200);
  await signIn([shop.token("1")]);
  const sessions = await query("SELECT id FROM sessions");
  expect(sessions).not.toEqual([]);
  expect(await rebuilds()).toHaveLength(1);
  expect(await uninstall(removedAt, "a repeated removal")).toBe(200);
  expect(await uninstall(new Date(Date.now() + days(1)), event)).toBe(200);
  expect(await isInstalled()).toBe(true);
  expect(await query("SELECT id FROM sessions")).toEqual(sessions);
  // A new one does.
  expect(await uninstall()).toBe(200);
  expect(await isInstalled()).toBe(false);
});

test("an app/uninstalled that comes only after the next installation doesn't remove it, but a true one does", async () => {
  const removedAt = new Date();
  // Someone else installs it again, and Shopify gives them tokens.
  await signIn([shop.token("2")]);
  expect(await uninstall(removedAt)).toBe(200);
  expect(await isInstalled()).toBe(true);
  expect(await query("SELECT id FROM sessions")).not.toEqual([]);
  await loseAccess();
  expect(await uninstall(removedAt)).toBe(200);
  expect(await isInstalled()).toBe(false);
});

test("app/uninstalled is processed atomically", async () => {
  await query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
  );
  await query("CREATE TRIGGER refusing BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()");
  await expect(uninstall()).rejects.toThrow("no");
  await query("DROP TRIGGER refusing ON sessions; DROP FUNCTION refuse");
  expect(await isInstalled()).toBe(true);
  expect(await query("SELECT 1 FROM mirrors")).toHaveLength(1);
  // Shopify sends it again.
  expect(await uninstall()).toBe(200);
  expect(await isInstalled()).toBe(false);
});

test.each([
  ["refuses it", async () => {}],
  [
    "doesn't renew it",
    () => query(`UPDATE sessions SET expires = now() - interval '1 day' WHERE NOT "isOnline"`),
  ],
])(
  "opening the app gets a new access token when Shopify %s, as after a restored backup",
  async (_how, expire) => {
    const [{ shopify }, { liveAdminApi }, { shopContext }, { forgetAccessToken }] = await Promise.all([
      import("~/platform/auth/shopify.server"),
      import("~/connectors/shopify/live.server"),
      import("~/connectors/shopify/operations/shop"),
      import("~/connectors/shopify/access-token.server"),
    ]);
    const ask = () => liveAdminApi(DEMO).run(shopContext, {});
    const open = () =>
      shopify.authenticate.admin(
        new Request("http://localhost/", { headers: { authorization: `Bearer ${shop.token("1")}` } }),
      );
    await open();
    await shop.localStore.store.pool.query("DELETE FROM access_tokens");
    await expire();
    forgetAccessToken(DEMO);
    await expect(ask()).rejects.toMatchObject({ status: 502 });
    await open();
    await expect(ask()).resolves.toBeDefined();
  },
);

test.each([
  ["app/uninstalled", { domain: DEMO }],
  ["customers/redact", { customer: { id: 1 } }],
  ["shop/redact", { shop_domain: DEMO }],
])("%s is received also when Shopify doesn't renew the app's access token", async (topic, payload) => {
  await loseAccess();
  expect(await deliver({ shop: DEMO, topic, payload })).toBe(200);
});

test("shop/redact doesn't erase a shop that has reinstalled the app", async () => {
  await query("UPDATE shops SET installed_at = now() - interval '1 day'");
  expect(await redactRequest()).toBe(200);
  expect(await queuedNames()).toEqual([]);
  const { redactShop } = await import("~/core/erasure/webhooks.server");
  await redactShop.run(DEMO, going);
  expect(await isInstalled()).toBe(true);
  expect(await query("SELECT 1 FROM administrators")).toHaveLength(1);
});

test("shop/redact doesn't erase a shop that Shopify answers for, or may answer for, when app/uninstalled was lost", async () => {
  const { setFaults } = await import("../../guarantees/support/approvals.ts");
  const { redactShop } = await import("~/core/erasure/webhooks.server");
  expect(await redactRequest()).toBe(200);
  expect(await queuedNames()).toEqual(["privacy.redact-shop"]);
  await redactShop.run(DEMO, going);
  setFaults(shop.localStore, DEMO, { serverError: 1 }, 1);
  await expect(redactShop.run(DEMO, going)).rejects.toThrow("Shopify didn't answer");
  setFaults(shop.localStore, DEMO);
  expect(await isInstalled()).toBe(true);
  expect(await query("SELECT 1 FROM administrators")).toHaveLength(1);
  expect(await query("SELECT 1 FROM sessions")).not.toEqual([]);
});

test.each([
  ["answers 503", async () => new Response(null, { status: 503 })],
  ["can't be reached", () => Promise.reject(new TypeError("fetch failed"))],
])(
  "shop/redact doesn't erase a shop whose access token isn't renewed because Shopify %s",
  async (_how, answer) => {
    await loseAccess();
    const send = globalThis.fetch;
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
      input.endsWith("/oauth/access_token") ? answer() : send(input, init),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const { redactShop } = await import("~/core/erasure/webhooks.server");
    await expect(redactShop.run(DEMO, going)).rejects.toThrow("Shopify didn't answer");
    expect(await isInstalled()).toBe(true);
    expect(await query("SELECT 1 FROM administrators")).toHaveLength(1);
  },
);

test("shop/redact also uninstalls when app/uninstalled was lost, and erases thousands of rows in batches", async () => {
  await query(
    `INSERT INTO customers (shop, id, display_name, created_at, updated_at, student_status)
     SELECT $1, n, 'N', now(), now(), 'pending' FROM generate_series(1, 12000) AS n`,
    [DEMO],
  );
  await loseAccess();
  expect(await redactRequest()).toBe(200);
  expect(await queuedNames()).toEqual(["privacy.redact-shop"]);
  const { redactShop } = await import("~/core/erasure/webhooks.server");
  const { startWorker } = await import("~/platform/jobs/worker.server");
  const { findText } = await import("../../guarantees/support/tables.ts");
  const worker = await startWorker({ jobs: [], tasks: [redactShop] });
  try {
    await expect.poll(() => findText(DEMO), { interval: 100 }).toEqual([]);
  } finally {
    await worker.stop();
  }
  // Nothing is restored when the worker reports that it is done.
  expect(await findText(DEMO)).toEqual([]);
});

test("a shop that installs the app again at the end of its erasure keeps its first rebuild", async () => {
  await uninstall();
  const [{ redactShop }, { database }] = await Promise.all([
    import("~/core/erasure/webhooks.server"),
    import("~/platform/db/pool.server"),
  ]);
  const pool = database();
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  let isInstalledAgain = false;
  const installOnceErased = async () => {
    if (isInstalledAgain || (await query("SELECT 1 FROM shops")).length > 0) return;
    isInstalledAgain = true;
    await signIn([shop.token("1")]);
  };
  const spy = vi.spyOn(pool, "connect").mockImplementation(async (callback?: unknown) => {
    if (!callback) await installOnceErased();
    return connect(callback);
  });
  onTestFinished(() => spy.mockRestore());
  await redactShop.run(DEMO, going);
  await installOnceErased();
  expect(isInstalledAgain).toBe(true);
  expect(await rebuilds()).toHaveLength(1);
  const jobs = await query("SELECT 1 FROM jobs");
  expect(await query("SELECT 1 FROM pgboss.job WHERE name = 'jobs'")).toHaveLength(jobs.length);
});

test("the nightly rebuild runs even if the owner never opened the console", async () => {
  await query("UPDATE administrators SET is_owner = false");
  const { nightlyRebuild, rebuildJob } = (await import("~/domain/customers/mirror.server")).customersMirror;
  const { runTask } = await import("~/platform/jobs/task.server");
  const { runJob } = await import("~/platform/jobs/run-job.server");
  await runTask(nightlyRebuild, DEMO, going);
  expect(await rebuilds()).toMatchObject([{ state: "queued", started_by_name: "Backroom" }]);
  const [rebuild] = await rebuilds();
  await runJob(DEMO, rebuild?.id ?? "", new Map([[rebuildJob.name, rebuildJob]]), going);
  expect(await rebuilds()).toMatchObject([{ state: "completed", started_by_name: "Backroom" }]);
});

test("the list of credits says that customers are being read until the first rebuild has ended", async () => {
  const { signedInCalls } = await import("../../support/calls.ts");
  const calls = await signedInCalls(shop, "1");
  expect((await calls.credits.customers({})).msg).toBe("");
  await query("DELETE FROM mirrors");
  expect(await calls.credits.customers({})).toMatchObject({
    total: 0,
    msg: "The store's customers are being read for the first time. They appear here in a moment.",
  });
});
