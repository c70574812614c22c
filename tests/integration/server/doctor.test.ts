import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { onConnection } from "~/platform/db/connection.server";
import { ownKeys } from "~/platform/secrets/keys.server";
import { SESSION_COLUMNS } from "~/platform/secrets/sealed-column.server";
import { type Check, runChecks } from "../../../server/doctor/check.ts";
import { databaseChecks } from "../../../server/doctor/database-checks.ts";
import { installationChecks } from "../../../server/doctor/installation-checks.ts";
import { runDoctor } from "../../../server/doctor.ts";
import { onDatabase, runOnServer } from "../../support/database-urls.ts";
import { createAppDatabase, createTestDatabase, type TestDatabase } from "../../support/postgres.ts";

let database: TestDatabase;
/** The status that the app's address answers a forged webhook with. */
let webhookStatus = 401;
const server = http.createServer((request, response) => {
  response.statusCode = request.url === "/webhooks" ? webhookStatus : 404;
  response.end();
});
beforeAll(async () => {
  database = await createAppDatabase("doctor");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await database.drop();
});

async function findings(checks: readonly Check[]) {
  const found: Record<string, string> = {};
  const isHealthy = await runChecks(checks, (name, { level, sentence }) => {
    found[name] = `${level}: ${sentence}`;
  });
  return { found, isHealthy };
}
const environment = (change: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  NODE_ENV: "test",
  DATABASE_URL: database.url,
  BACKROOM_SECRET_KEY: "a long enough random text",
  SHOPIFY_APP_URL: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
  ...change,
});
const run = (statement: string) =>
  onConnection("test", database.url, (client) => client.query(statement)).then(() => undefined);

test("a sound installation has no problem", async () => {
  const { found, isHealthy } = await findings([
    ...databaseChecks(database.url, 15),
    ...installationChecks(environment(), SESSION_COLUMNS),
  ]);
  expect({ isHealthy, found }).toMatchObject({
    isHealthy: true,
    found: {
      "Database rights": expect.stringContaining("owns the database"),
      Pooler: "ok: Connected directly.",
      Replication: "ok: No standby is connected.",
      Clock: expect.stringMatching(/^ok/),
      "Text order": "ok: The database orders texts by their characters.",
      ICU: expect.stringMatching(/^ok/),
      Secrets: expect.stringMatching(/^ok/),
      Webhooks: expect.stringMatching(/^ok/),
      Scopes: expect.stringMatching(/^ok/),
      "Mail server": expect.stringMatching(/^warning: SMTP_URL/),
    },
  });
});

test("a database that orders texts by a language is named", async () => {
  const server = inject("postgresServer");
  const name = `doctor_icu_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(
    server,
    `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  );
  try {
    const { found, isHealthy } = await findings(databaseChecks(onDatabase(server, name), 15));
    expect(found["Text order"]).toMatch(/^warning: .*LOCALE 'C.UTF-8'/);
    expect(isHealthy).toBe(true);
  } finally {
    await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test("a database that can't be reached, or belongs to another login, is a problem with the remedy", async () => {
  const { found, isHealthy } = await findings(databaseChecks("postgres://app@127.0.0.1:9/none", 15));
  expect(isHealthy).toBe(false);
  expect(found["Database version"]).toMatch(/^problem: It couldn't be checked: .*ECONNREFUSED/);
  const server = inject("postgresServer");
  await runOnServer(server, "CREATE ROLE doctor_guest LOGIN");
  try {
    const url = onDatabase(server, /\/([^/?]+)\?/.exec(database.url)?.[1] ?? "").replace(
      "app@",
      "doctor_guest@",
    );
    const { found: guest } = await findings(databaseChecks(url, 15));
    expect(guest["Database rights"]).toContain("doctor_guest doesn't own the database");
  } finally {
    await runOnServer(server, "DROP ROLE doctor_guest");
  }
});

test("too many connections, another clock, a short key, a missing scope and a full disk are named", async () => {
  const budget = await findings(databaseChecks(database.url, 200));
  expect(budget.found["Connection budget"]).toMatch(/^warning: .*Raise max_connections/);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  try {
    const { found } = await findings(databaseChecks(database.url, 15));
    expect(found.Clock).toMatch(/^problem: .*Synchronize both with NTP/);
  } finally {
    vi.useRealTimers();
  }
  await run(`INSERT INTO sessions (id, shop, state, "isOnline", scope, "accessToken")
             VALUES ('offline', 'backroom-demo.myshopify.com', '', false, 'read_customers', '')`);
  vi.spyOn(fs, "statfs").mockResolvedValue({ bavail: 1, bsize: 4_096 } as never);
  const { found } = await findings(
    installationChecks(environment({ BACKROOM_SECRET_KEY: "short" }), SESSION_COLUMNS),
  );
  expect(found.Secrets).toMatch(/^problem: .*too short/);
  expect(found.Scopes).toMatch(/^problem: backroom-demo.myshopify.com hasn't granted/);
  expect(found.Disk).toMatch(/^problem: Less than 1 GB/);
  vi.restoreAllMocks();
});

test("a mail server that refuses the connection is a problem", async () => {
  const unused = net.createServer();
  await new Promise<void>((resolve) => unused.listen(0, "127.0.0.1", resolve));
  const { port } = unused.address() as net.AddressInfo;
  await new Promise((resolve) => unused.close(resolve));
  const { found } = await findings(
    installationChecks(environment({ SMTP_URL: `smtp://127.0.0.1:${port}` }), SESSION_COLUMNS),
  );
  expect(found["Mail server"]).toMatch(/^problem: Port: .* refuses connections on port/);
});

/** Answers of the server, which a database can't be made to give otherwise, in a schema that is searched first. */
const ANSWERS = `CREATE SCHEMA doctor;
  CREATE TABLE doctor.pg_stat_replication (pid int);
  CREATE TABLE doctor.settings (name text PRIMARY KEY, value text);
  CREATE FUNCTION doctor.current_setting(wanted text) RETURNS text LANGUAGE sql AS
    $$ SELECT coalesce((SELECT value FROM doctor.settings WHERE name = wanted), pg_catalog.current_setting(wanted)) $$;`;

test("an old server, one without ICU, and replication that loses changes or stops them are named with the remedy", async () => {
  const other = await createTestDatabase("doctor_old");
  const found = async () => (await findings(databaseChecks(other.url, 15))).found;
  const ask = (statement: string) =>
    onConnection("test", other.url, (client) => client.query(statement)).then(() => undefined);
  try {
    const name = /\/([^/?]+)\?/.exec(other.url)?.[1] ?? "";
    await ask(ANSWERS);
    await ask(`ALTER DATABASE "${name}" SET search_path = doctor, pg_catalog, public`);
    await ask("INSERT INTO doctor.settings VALUES ('server_version_num', '140012')");
    await ask("DELETE FROM pg_catalog.pg_collation WHERE collname = 'und-x-icu'");
    const old = await found();
    expect(old["Database version"]).toBe("problem: PostgreSQL 14 is too old. Upgrade it to 15 or newer.");
    expect(old.ICU).toMatch(/^problem: .*Install a PostgreSQL package that has it/);
    await ask("INSERT INTO doctor.pg_stat_replication VALUES (1)");
    expect((await found()).Replication).toMatch(/^warning: .*Set synchronous_standby_names/);
    await ask("INSERT INTO doctor.settings VALUES ('synchronous_standby_names', 'ANY 1 (*)')");
    expect((await found()).Replication).toBe("ok: Commits wait for a standby.");
    await ask("DELETE FROM doctor.pg_stat_replication");
    expect((await found()).Replication).toMatch(
      /^problem: Commits wait for ANY 1 \(\*\), .*Start it, or remove/,
    );
  } finally {
    await other.drop();
  }
});

test("webhooks that don't reach the app, and a shop that sends none, are named", async () => {
  const found = async (url?: string) => {
    const change: Record<string, string> = url ? { SHOPIFY_APP_URL: url } : {};
    return (await findings(installationChecks(environment(change), SESSION_COLUMNS))).found.Webhooks;
  };
  webhookStatus = 404;
  expect(await found()).toMatch(/^problem: .*\/webhooks answers 404 .*Check SHOPIFY_APP_URL/);
  webhookStatus = 401;
  expect(await found("http://127.0.0.1:9")).toMatch(/^problem: .*doesn't answer/);
  await run(`INSERT INTO shops (shop, name, currency, time_zone, installed_at)
             VALUES ('quiet.myshopify.com', 'Quiet', 'USD', 'UTC', now() - interval '8 days')`);
  expect(await found()).toMatch(
    /^warning: quiet.myshopify.com hasn't sent a webhook for 7 days. Deploy the app/,
  );
  await run(
    "INSERT INTO webhook_deliveries (shop, id, topic) VALUES ('quiet.myshopify.com', 'one', 'orders/create')",
  );
  expect(await found()).toMatch(/^ok/);
});

test("a key that isn't the database's, one that is still needed, and one that nothing needs are named", async () => {
  const found = async (keys: Record<string, string>) =>
    (await findings(installationChecks(environment(keys), SESSION_COLUMNS))).found.Secrets;
  const [former, current] = ["the former secret key", "the current secret key"];
  const ids = [former, current].map(
    (key) => ownKeys({ NODE_ENV: "test", BACKROOM_SECRET_KEY: key }).current.id,
  );
  await run(
    `INSERT INTO secret_keys (key_id, number, retired_at) VALUES ('${ids[0]}', 1, now()), ('${ids[1]}', 2, NULL)`,
  );
  await run(
    `INSERT INTO sessions (id, shop, state, "isOnline", "accessToken") VALUES ('sealed', 'quiet.myshopify.com', '', true, 'v1:AAAA')`,
  );
  expect(await found({ BACKROOM_SECRET_KEY: former })).toMatch(
    /^problem: .*isn't the key that this database is used with/,
  );
  expect(await found({ BACKROOM_SECRET_KEY: current })).toMatch(
    /^problem: 1 stored credentials are still encrypted .*Set it as/,
  );
  const both = { BACKROOM_SECRET_KEY: current, BACKROOM_PREVIOUS_SECRET_KEY: former };
  expect(await found(both)).toMatch(/^warning: 1 stored credentials .*leave the former key set/);
  await run(`UPDATE sessions SET "accessToken" = 'v2:${ids[1]}:AAAA' WHERE id = 'sealed'`);
  expect(await found(both)).toBe("ok: Nothing needs BACKROOM_PREVIOUS_SECRET_KEY any longer. Remove it.");
  expect(
    await found({ BACKROOM_SECRET_KEY: current, BACKROOM_NEXT_SECRET_KEY: "a third secret key" }),
  ).toMatch(/^ok: When every process has BACKROOM_NEXT_SECRET_KEY/);
});

test("the exit code is 1 when there is a problem", async () => {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("SHOPIFY_APP_URL", environment().SHOPIFY_APP_URL);
  vi.stubEnv("BACKROOM_SECRET_KEY", "short");
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const former = process.exitCode;
  try {
    await runDoctor();
    expect(process.exitCode).toBe(1);
    expect(lines.join("")).toContain("PROBLEM  Secrets: BACKROOM_SECRET_KEY is too short.");
  } finally {
    process.exitCode = former;
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
});
