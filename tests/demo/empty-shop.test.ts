/** A shop without data (`BACKROOM_DEMO=empty`): what its empty pages offer leads on. */
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freePort } from "../../server/process/ports.ts";
import { type Stack, startStack } from "../../server/stack.ts";
import { launchBrowser } from "../support/browser.ts";
import { runOnServer } from "../support/database-urls.ts";
import { openDemo, readMenu } from "../support/demo-browser.ts";
import { DEMO_MS, DEMO_SHOP, FURTHER_PAGES } from "../support/demo-pages.ts";
import { emptyStateFaults } from "../support/empty-shop.ts";
import { createDatabase } from "../support/postgres-server.ts";

/** On the server of the demo. */
const { databaseUrl } = inject("demo");
let stack: Stack;
let databases: { name: string; url: string }[];

beforeAll(async () => {
  databases = [
    await createDatabase(databaseUrl, "empty_app"),
    await createDatabase(databaseUrl, "empty_store"),
  ];
  const [port, storePort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  stack = await startStack({
    databaseUrl: databases[0]?.url ?? "",
    port,
    localStore: { port: storePort, smtpPort, databaseUrl: databases[1]?.url ?? "", fillDemo: null },
    dataFolder: path.resolve("test-results", "empty-shop"),
    programs: "built",
    say: (line) => process.stdout.write(`${line}\n`),
  });
}, DEMO_MS);

afterAll(async () => {
  await stack.stop();
  for (const { name } of databases)
    await runOnServer(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

test(
  "the button of each empty list leads to a page, a dialog or a field, from where the shop can be begun",
  async () => {
    const session = { localStoreUrl: stack.localStoreUrl ?? "", shop: DEMO_SHOP, width: 1_280 };
    const demo = await openDemo(await launchBrowser(), session);
    const menu = await readMenu(demo);
    const further = FURTHER_PAGES.filter(({ path: one, on }) => !on && !/[:?]/.test(one)).map(
      (one) => one.path,
    );
    const faults: string[] = [];
    for (const address of [...menu, ...further]) faults.push(...(await emptyStateFaults(demo, address)));
    await demo.page.context().close();
    expect(menu.length).toBeGreaterThan(20);
    expect(faults).toEqual([]);
  },
  DEMO_MS,
);
