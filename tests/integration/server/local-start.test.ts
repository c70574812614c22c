import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onConnection } from "~/platform/db/connection.server";
import { ownKeys } from "~/platform/secrets/keys.server";
import { openWith } from "~/platform/secrets/secrets.server";
import { agoraApiKey } from "../../../local-store/agora/directory.ts";
import { grantDemoFlags } from "../../../server/demo-access.ts";
import { setUpDemoConnections } from "../../../server/demo-connectors.ts";
import { openLocalDatabases } from "../../../server/local-databases.ts";
import { localSecret } from "../../../server/local-secret.ts";
import { listen } from "../../../server/web/listen.ts";
import { createAppDatabase, createTestDatabase } from "../../support/postgres.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-start-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test("beside the local store, the web process listens on loopback unless BACKROOM_BIND names another address", async () => {
  for (const [bind, address] of [
    [undefined, "127.0.0.1"],
    ["0.0.0.0", "0.0.0.0"],
  ] as const) {
    const server = http.createServer();
    await listen(server, { PORT: 0, BACKROOM_BIND: bind });
    expect((server.address() as AddressInfo).address).toBe(address);
    server.close();
  }
});

test("an address for other machines makes a random secret with a warning, which later starts keep", () => {
  const messages: string[] = [];
  const secretFor = (bind?: string) =>
    localSecret({ NODE_ENV: "test", BACKROOM_BIND: bind }, folder, (line) => messages.push(line));
  expect(secretFor()).toBeUndefined();
  expect(secretFor("127.0.0.1")).toBeUndefined();
  expect(messages).toEqual([]);
  const made = secretFor("0.0.0.0");
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(messages).toEqual([expect.stringContaining("Warning: BACKROOM_BIND")]);
  expect(secretFor()).toBe(made);
  // What a full disk leaves.
  fs.truncateSync(path.join(folder, "secret"));
  expect(secretFor()).toBeUndefined();
  expect(secretFor("0.0.0.0")).toMatch(/^[\w-]{43}$/);
  expect(fs.statSync(path.join(folder, "secret")).mode & 0o777).toBe(0o600);
});

test("npm start uses the server of DATABASE_URL, says so without the password, and adds the store's database", async () => {
  const { url, drop } = await createTestDatabase("npm_start");
  const messages: string[] = [];
  const withPassword = url.replace(/^(postgres(?:ql)?:\/\/[^:@/]*)@/, "$1:secret@");
  const open = () =>
    openLocalDatabases({ NODE_ENV: "test", DATABASE_URL: withPassword }, folder, (line) =>
      messages.push(line),
    );
  const { app, openLocalStore } = await open();
  expect(app).toBe(withPassword);
  expect(messages.join()).toMatch(/^The database is npm_start_\w+ on .* \(DATABASE_URL\)\.$/);
  expect(messages.join()).not.toContain("secret");
  const { url: localStore } = await openLocalStore();
  const name = /\/(npm_start_\w+_local_store)(\?|$)/.exec(localStore)?.[1] ?? "";
  expect(name).not.toBe("");
  // A second start finds it.
  expect((await (await open()).openLocalStore()).url).toBe(localStore);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`);
  await client.end();
  await drop();
});

/** Serves the test server's socket at a port of this machine. @returns the connection string through it */
async function overTcp(
  url: string,
): Promise<{ url: (hosts: string) => string; port: number; close(): void }> {
  const {
    hostname,
    port = "5432",
    pathname,
    username,
    password,
    searchParams,
  } = new URL(url.replace(/@\//, "@socket/"));
  const folder = searchParams.get("host");
  const target = folder ? `${folder}/.s.PGSQL.5432` : { host: hostname, port: Number(port) };
  const server = net.createServer((socket) => {
    const upstream = net.connect(target as net.NetConnectOpts);
    socket.on("error", () => upstream.destroy()).pipe(upstream);
    upstream.on("error", () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    url: (hosts) => `postgres://${username}${password && `:${password}`}@${hosts}${pathname}`,
    close: () => server.close(),
  };
}

test("npm start puts the store's database on the host of DATABASE_URL that takes writes", async () => {
  const { url, drop } = await createAppDatabase("several_hosts");
  const server = await overTcp(url);
  try {
    const hosts = server.url(`127.0.0.1:1,127.0.0.1:${server.port}`);
    const { app, openLocalStore } = await openLocalDatabases(
      { NODE_ENV: "test", DATABASE_URL: hosts },
      folder,
      () => {},
    );
    expect(app).toBe(hosts);
    const { url: localStore } = await openLocalStore();
    expect(new URL(localStore).host).toBe(`127.0.0.1:${server.port}`);
    await onConnection("test", localStore, (client) => client.query("SELECT 1"));
    await grantDemoFlags(app);
    await onConnection("test", url, (client) =>
      client.query(
        `DROP DATABASE ${pg.escapeIdentifier(new URL(localStore).pathname.slice(1))} WITH (FORCE)`,
      ),
    );
  } finally {
    server.close();
    await drop();
  }
});

test("the demo's connections have the app's key, whatever the shell names, and follow the ports after a start that was killed", async () => {
  const { url, drop } = await createAppDatabase("npm_start");
  vi.stubEnv("SHOPIFY_API_SECRET", "of another app");
  vi.stubEnv("BACKROOM_SECRET_KEY", "");
  const setUp = (port: number, sftpPort: number) => {
    const localStoreUrl = `http://localhost:${port}`;
    const feedUrl = `${localStoreUrl}/pricespider/feed`;
    const servers = {
      feedUrl,
      host: "127.0.0.1",
      sftpPort,
      ftpPort: 2,
      user: "",
      password: "p",
      uploadDir: "",
    };
    vi.stubGlobal("fetch", async () => Response.json(servers));
    return setUpDemoConnections(url, { localStoreUrl, apiSecret: "the app's", isFirst: true });
  };
  try {
    await setUp(3101, 20001);
    await setUp(3102, 20002);
    const { rows } = await onConnection("test", url, (client) =>
      client.query<{ agora: Record<string, string>; price_spider: { settings: unknown } }>(
        `SELECT (SELECT value FROM settings WHERE key = 'agora') AS agora,
                (SELECT value FROM settings WHERE key = 'priceSpider') AS price_spider`,
      ),
    );
    const { agora, price_spider } = rows[0] ?? {};
    const keys = ownKeys({ NODE_ENV: "test", SHOPIFY_API_SECRET: "the app's" }).all;
    expect(openWith(keys, agora?.key ?? "")).toBe(agoraApiKey("backroom-demo"));
    expect(agora?.baseUrl).toBe("http://localhost:3102/agora");
    expect(price_spider?.settings).toMatchObject({
      wyomindProductFeedsUrl: "http://localhost:3102/pricespider/feed",
      priceSpiderPort: "20002",
    });
  } finally {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    await drop();
  }
});

test("a start names the variables that are missing, before any library complains", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "server/main.ts", "worker"], {
    env: { NODE_ENV: "production", PATH: process.env.PATH },
  });
  const [output] = await Promise.all([text(child.stderr), once(child, "exit")]);
  for (const variable of ["DATABASE_URL", "SHOPIFY_API_KEY", "SHOPIFY_API_SECRET", "SHOPIFY_APP_URL"])
    expect(output).toMatch(new RegExp(`${variable} is missing`));
  expect(child.exitCode).toBe(1);
});
