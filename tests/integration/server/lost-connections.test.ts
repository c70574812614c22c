import http from "node:http";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import pg from "pg";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApiServer } from "../../guarantees/support/api-server.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { expectConsoleError } from "../../support/console.ts";
import { endConnections } from "../../support/end-connections.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("lost_connections");
  await signIn([shop.token("1")]);
});
afterAll(() => shop.close());

const publish = async () => {
  const { publishChange } = await import("~/platform/realtime/publish.server");
  publishChange(DEMO, "signed-in", { list: "students" });
};

test("a connection that is lost inside a transaction fails its transaction only", async () => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const lost = withShop(DEMO, async (tx) => {
    await endConnections("backroom");
    await tx.$client.query("SELECT 1");
  });
  await expect(lost).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  const { rows } = await withShop(DEMO, (tx) => tx.$client.query("SELECT 1 AS one"));
  expect(rows).toEqual([{ one: 1 }]);
});

test("calls are answered with 503 while the database can't be reached, and a session isn't taken as missing", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const { sealedSessionStorage } = await import("~/platform/auth/session-storage.server");
  const api = await openApiServer();
  const { options } = database();
  const { connectionString } = options;
  try {
    options.connectionString = "postgres://unknown@127.0.0.1:9/none";
    await endConnections("backroom");
    const headers = { authorization: `Bearer ${shop.token("1")}` };
    expect(await api.send("/jobs", { headers })).toMatchObject({
      status: 503,
      body: { status: false, code: "DATABASE_UNAVAILABLE" },
    });
    expectConsoleError(/Failed query/);
    await expect(sealedSessionStorage.loadSession("any")).rejects.toMatchObject({
      name: "DatabaseUnavailable",
    });
    options.connectionString = connectionString;
    expect((await api.send("/jobs", { headers })).status).toBe(200);
  } finally {
    options.connectionString = connectionString;
    await api.close();
  }
});

test("a session is read again when the connection of its first read was lost", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const { sealedSessionStorage } = await import("~/platform/auth/session-storage.server");
  vi.spyOn(database(), "query").mockRejectedValueOnce(new Error("Connection terminated unexpectedly"));
  expectConsoleError(/Failed query/);
  expect(await sealedSessionStorage.loadSession(`offline_${DEMO}`)).toMatchObject({ shop: DEMO });
});

test("a lost database isn't reported as Shopify's or the installation's failure, so that a job repeats its row", async () => {
  const [{ liveAdminApi }, { forgetAccessToken }, { customerTags }, { database }, { DatabaseUnavailable }] =
    await Promise.all([
      import("~/connectors/shopify/live.server"),
      import("~/connectors/shopify/access-token.server"),
      import("~/connectors/shopify/operations/customers"),
      import("~/platform/db/pool.server"),
      import("~/platform/errors"),
    ]);
  const read = (beforeSending?: () => Promise<void>) =>
    liveAdminApi(DEMO).run(customerTags, { id: "gid://shopify/Customer/1" }, { beforeSending });
  let requestCount = 0;
  const lost = read(async () => {
    requestCount += 1;
    throw new DatabaseUnavailable(new Error("Connection terminated unexpectedly"));
  });
  await expect(lost).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  expect(requestCount).toBe(1);

  forgetAccessToken(DEMO);
  const { options } = database();
  const { connectionString } = options;
  try {
    options.connectionString = "postgres://unknown@127.0.0.1:9/none";
    await endConnections("backroom");
    expectConsoleError(/Failed query/);
    await expect(read()).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  } finally {
    options.connectionString = connectionString;
  }
});

test("a worker survives a pooler that reports the loss of its server twice, and is notified of messages again", async () => {
  const pooler = await openFailingPooler();
  const formerUrl = process.env.DATABASE_URL as string;
  const messages: string[] = [];
  let connectCount = 0;
  let stopListening = async () => {};
  try {
    process.env.DATABASE_URL = pooler.url;
    const { listenToQueue } = await import("~/platform/jobs/worker.server");
    const { createQueueClient, QUEUE_CHANNEL } = await import("~/platform/jobs/queue.server");
    stopListening = listenToQueue(
      (queue) => void messages.push(queue),
      () => void connectCount++,
    );
    const boss = await createQueueClient({ fetches: false }).start();
    await expect.poll(() => connectCount).toBe(1);
    const waiting = boss.getDb().executeSql("SELECT pg_sleep(60)", []);
    waiting.catch(() => undefined);
    const { database } = await import("~/platform/db/pool.server");
    const isRunning = "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'";
    await expect.poll(async () => (await database().query(isRunning)).rowCount).toBe(1);
    pooler.loseServer();
    await expect(waiting).rejects.toThrow("server conn crashed?");
    await expect.poll(() => connectCount).toBe(2);
    await database().query("SELECT pg_notify($1, 'tasks')", [QUEUE_CHANNEL]);
    await expect.poll(() => messages).toEqual(["tasks"]);
    await boss.stop({ graceful: false });
  } finally {
    process.env.DATABASE_URL = formerUrl;
    await stopListening();
    pooler.close();
  }
});

/** Forwards connections to the app's database, and loses it as pgbouncer does: each client gets its reason, twice. */
async function openFailingPooler() {
  const { host, port, database } = new pg.Client({ connectionString: process.env.DATABASE_URL });
  const connect = () =>
    host.startsWith("/") ? net.connect(path.join(host, `.s.PGSQL.${port}`)) : net.connect(port, host);
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = connect();
    clients.add(client);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
    client.on("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const reason = Buffer.from("SFATAL\0C08P01\0Mserver conn crashed?\0\0");
  const length = Buffer.alloc(4);
  length.writeInt32BE(reason.length + length.length);
  const message = Buffer.concat([Buffer.from("E"), length, reason]);
  return {
    url: `postgres://app@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    loseServer() {
      for (const client of clients) client.end(Buffer.concat([message, message]));
      clients.clear();
    },
    close() {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

test("realtime listens again after its connection was lost, without using up the pool", async () => {
  const [{ attachRealtime }, { database }] = await Promise.all([
    import("~/realtime.server"),
    import("~/platform/db/pool.server"),
  ]);
  const server = http.createServer();
  const realtime = attachRealtime(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const socket = io(`http://localhost:${port}`, {
    path: "/realtime",
    auth: (answer) => answer({ token: shop.token("1") }),
    transports: ["websocket"],
  });
  // As the page does (app/ui/realtime/realtime.ts).
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") socket.connect();
  });
  let heard = 0;
  socket.on("changed", () => heard++);
  const hears = () =>
    expect
      .poll(async () => {
        if (socket.connected) await publish();
        return heard;
      })
      .toBeGreaterThan(0);
  try {
    await hears();
    for (let round = 0; round < 3; round += 1) {
      heard = 0;
      const reconnected = new Promise<void>((resolve) => socket.once("connect", resolve));
      expect(await endConnections("backroom-realtime")).toBe(1);
      // The page reads its lists again when it has reconnected: messages were lost in between.
      await reconnected;
      await hears();
    }
    const pool = database();
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  } finally {
    socket.disconnect();
    await realtime.close();
  }
});
