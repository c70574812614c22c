import http from "node:http";
import type { AddressInfo } from "node:net";
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
    options.connectionString = "postgres://nobody@127.0.0.1:9/none";
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
    options.connectionString = "postgres://nobody@127.0.0.1:9/none";
    await endConnections("backroom");
    expectConsoleError(/Failed query/);
    await expect(read()).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  } finally {
    options.connectionString = connectionString;
  }
});

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
