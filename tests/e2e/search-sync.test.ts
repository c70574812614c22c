/** The pages SOLR and Algolia Sync: a sync from its button to its end. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { backroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { waitForLive } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

const storeJson = async (path: string) => (await fetch(`${backroom().localStoreUrl}${path}`)).json();

/** Saves a connection as the owner does, and waits until the mirror of products is complete. */
async function connect(system: "algolia" | "solr", settings: Record<string, string>): Promise<void> {
  const { status } = await callApi("1", "PUT", `/${system}/settings`, {
    base_url: `${backroom().localStoreUrl}/${system}`,
    ...settings,
  });
  expect(status).toBe(200);
  const isRebuilt = async () => (await callApi("1", "GET", "/products/mirror")).body.rebuiltAt !== null;
  await expect.poll(isRebuilt, { timeout: withMachineFactor(60_000) }).toBe(true);
}

test("the SOLR page starts a sync, and shows its date, status and notes", {
  timeout: withMachineFactor(90_000),
}, async () => {
  await connect("solr", {
    collection: "products",
    configSet: "_default",
    shards: "1",
    replicas: "1",
    user: "backroom",
    password: "solr-local-backroom-demo",
  });
  const { app } = await openAdmin({ path: "/solr" });
  await waitForLive(app);
  await app.getByRole("button", { name: "Start SOLR sync" }).click();
  const notes = app.getByText(/^\d+ products sent$/);
  await notes.waitFor({ timeout: withMachineFactor(30_000) });
  await app.getByText("Completed", { exact: true }).first().waitFor();
  await app.getByText("No sync is running.").waitFor();
  await app.getByText(/^\d+ products sent, \d+ products in the live index$/).waitFor();
  const sent = Number((await notes.innerText()).split(" ")[0]);
  const { numFound } = await storeJson(`/solr.json?shop=${DEMO}&collection=products`);
  expect(numFound).toBe(sent);
  await app.getByRole("button", { name: "Refresh status" }).click();
  await expect.poll(() => app.getByRole("button", { name: "Start SOLR sync" }).isEnabled()).toBe(true);
});

test("Algolia Sync shows the run in its table, and its log", {
  timeout: withMachineFactor(90_000),
}, async () => {
  await connect("algolia", {
    applicationId: "ALGOLIA-backroom-demo",
    indexName: "products",
    apiKey: "algolia-local-backroom-demo",
  });
  const { app } = await openAdmin({ path: "/algolia" });
  await waitForLive(app);
  await app.getByRole("button", { name: "Sync", exact: true }).click();
  const newest = app.getByRole("table", { name: "runs" }).locator("tbody").getByRole("row").first();
  await newest.getByText("Completed", { exact: true }).waitFor({ timeout: withMachineFactor(30_000) });
  await app.getByText(/^\d+ products sent, \d+ products in the live index$/).waitFor();
  await newest.getByRole("link").click();
  const lines = app.getByRole("table", { name: "log lines" });
  await lines.getByText(/^The live index was replaced\. It has \d+ products\.$/).waitFor();
  expect(await lines.getByRole("columnheader").allInnerTexts()).toEqual(["Function", "Log", "Event", "Date"]);
  const box = await app.getByRole("log", { name: "Live log" }).boundingBox();
  expect(box?.height).toBe(400);
  const { nbHits } = await storeJson(`/algolia.json?shop=${DEMO}&index=products`);
  expect(nbHits).toBeGreaterThan(0);
});
