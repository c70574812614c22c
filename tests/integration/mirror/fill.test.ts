/** A fill of the local store sends no webhooks: it has the app rebuild its mirrors. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let api: ApiServer;
beforeAll(async () => {
  shop = await openTestShop("fill");
  api = await openApiServer();
});
afterAll(async () => {
  await api.close();
  await shop.close();
});

const root = fileURLToPath(new URL("../../../", import.meta.url));
const fill = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "server/store/fill.ts", ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        LOCAL_STORE_DATABASE_URL: shop.localStore.store.pool.options.connectionString,
        LOCAL_STORE_PORT: new URL(shop.localStore.url).port,
        SHOPIFY_APP_URL: api.url.replace(/\/api$/, ""),
      },
      timeout: withMachineFactor(20_000),
    },
  );
  return stdout;
};

test("a fill ends with a rebuild of what it filled, as the owner", async () => {
  const calls = await signedInCalls(shop);
  // The first sign-in has requested the first rebuild of each mirror.
  await deleteJobs();
  const stdout = await fill("--products", "3");
  expect(stdout).toContain(`${DEMO}: 0 customers, 3 products and 0 orders added.`);
  expect(stdout).toContain("Backroom rebuilds its mirror of products now. The progress is under Jobs.");
  expect(stdout).not.toContain("mirror of customers");
  expect((await calls.products.mirror()).rebuilding).toBe(true);
  expect((await calls.customers.mirror()).rebuilding).toBe(false);
  expect(await activity("mirror.rebuild requested")).toMatchObject([
    { who: { name: "Olivia Owner" }, changes: [{ after: "products" }] },
  ]);

  // The second one finds nothing to add, and the rebuild that hasn't ended.
  expect(await fill("--products", "3")).toContain("Backroom is already rebuilding its mirror of products.");
});

test("while Backroom isn't running, a fill prints the command that rebuilds the mirrors", async () => {
  await api.close();
  expect(await fill("--products", "4", "--shop", "backroom-demo")).toMatch(
    /0 customers, 1 products and 0 orders added\.\nBackroom doesn't answer at http:\S+ Start it, then run this command again\. It adds nothing a second time, and rebuilds the mirrors: npm run store:fill -- --products 4 --shop backroom-demo\n$/,
  );
});
