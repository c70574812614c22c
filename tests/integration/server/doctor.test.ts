import fs from "node:fs/promises";
import net from "node:net";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type Check, runChecks } from "../../../server/doctor/check.ts";
import { databaseChecks } from "../../../server/doctor/database-checks.ts";
import { installationChecks } from "../../../server/doctor/installation-checks.ts";
import { onDatabase, runOnServer } from "../../support/database-urls.ts";
import { createAppDatabase, type TestDatabase } from "../../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createAppDatabase("doctor");
});
afterAll(() => database.drop());

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
  ...change,
});

test("a sound installation has no problem", async () => {
  const { found, isHealthy } = await findings([
    ...databaseChecks(database.url, 15),
    ...installationChecks(environment()),
  ]);
  expect({ isHealthy, found }).toMatchObject({
    isHealthy: true,
    found: {
      "Database rights": expect.stringContaining("owns the database"),
      Pooler: "ok: Connected directly.",
      Replication: "ok: No standby is connected.",
      Clock: expect.stringMatching(/^ok/),
      ICU: expect.stringMatching(/^ok/),
      Secrets: expect.stringMatching(/^ok/),
      "Mail server": expect.stringMatching(/^warning: SMTP_URL/),
    },
  });
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
  const { onConnection } = await import("~/platform/db/connection.server");
  await onConnection("test", database.url, (client) =>
    client.query(
      `INSERT INTO sessions (id, shop, state, "isOnline", scope, "accessToken")
       VALUES ('offline', 'backroom-demo.myshopify.com', '', false, 'read_customers', '')`,
    ),
  );
  vi.spyOn(fs, "statfs").mockResolvedValue({ bavail: 1, bsize: 4_096 } as never);
  const { found } = await findings(installationChecks(environment({ BACKROOM_SECRET_KEY: "short" })));
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
  const { found } = await findings(installationChecks(environment({ SMTP_URL: `smtp://127.0.0.1:${port}` })));
  expect(found["Mail server"]).toMatch(/^problem: The mail server of SMTP_URL doesn't answer/);
});
