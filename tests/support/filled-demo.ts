/**
 * Vitest's global setup for `npm run test:demo`: the demo with its history, as the first `npm start` fills it. Filling takes minutes, so
 * `npm test` doesn't include it.
 */
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { shops } from "../../local-store/config.ts";
import { freePort } from "../../server/process/ports.ts";
import { startStack } from "../../server/stack.ts";
import { runOnServer } from "./database-urls.ts";
import { DEMO_MS } from "./demo-pages.ts";
import { createDatabase, testServer } from "./postgres-server.ts";

/** The demo of this run. */
interface FilledDemo {
  appUrl: string;
  localStoreUrl: string;
  databaseUrl: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    demo: FilledDemo;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const [app, store] = [
    await createDatabase(server.url, "demo_app"),
    await createDatabase(server.url, "demo_store"),
  ];
  const [port, storePort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const stack = await startStack({
    databaseUrl: app.url,
    port,
    localStore: {
      port: storePort,
      smtpPort,
      databaseUrl: store.url,
      fillDemo: "history",
      writesHistory: true,
    },
    dataFolder: path.resolve("test-results", "full-demo"),
    programs: "built",
    say: (line) => process.stdout.write(`${line}\n`),
  });
  await waitUntilFilled(app.url);
  project.provide("demo", {
    appUrl: stack.appUrl,
    localStoreUrl: stack.localStoreUrl ?? "",
    databaseUrl: app.url,
  });
  return async () => {
    await stack.stop();
    for (const { name } of [app, store])
      await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.stop();
  };
}

/** Also until what the history started has ended, such as syncs and reports. @throws Error that names what still runs */
async function waitUntilFilled(databaseUrl: string): Promise<void> {
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const deadline = performance.now() + DEMO_MS;
  try {
    for (;;) {
      const { rows } = await database.query<{ filled: number; running: string[] }>(
        `SELECT count(*) FILTER (WHERE kind = 'demo.history' AND state = 'completed')::int AS filled,
                array_remove(array_agg(CASE WHEN state IN ('queued', 'running') THEN title END), NULL) AS running
           FROM jobs`,
      );
      const { filled = 0, running = [] } = rows[0] ?? {};
      if (filled === shops.length && (running ?? []).length === 0) return;
      if (performance.now() > deadline)
        throw new Error(`The demo isn't filled: ${filled} histories, ${(running ?? []).join(", ")}`);
      await wait(500);
    }
  } finally {
    await database.end();
  }
}
