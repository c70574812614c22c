/** Search filters: activate, include in a collection, change settings and options, publish, and see the metafield in the store. */
import { expect, test } from "vitest";
import { namelessControls } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { backroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

/** Filters are found in the mirror of products. */
async function waitForProducts(): Promise<void> {
  const isRebuilt = async () => (await callApi("1", "GET", "/products/mirror")).body.rebuiltAt !== null;
  await expect.poll(isRebuilt, { timeout: withMachineFactor(60_000) }).toBe(true);
}

test("a filter is set up in a collection and published", async () => {
  await waitForProducts();
  // Other files leave collections of theirs unpublished.
  const changed = (await callApi("1", "GET", "/filters/filtersDef")).body.unpublished + 1;
  const { app, page } = await openAdmin({ path: "/solrFilters?tab=definitions" });
  const overwrite = `Made of ${Date.now().toString(36)}`;
  await app.getByRole("checkbox", { name: "specs.material is active" }).check();
  const solr = app.getByRole("button", { name: "SOLR Settings of specs.material" });
  await expect.poll(() => solr.isEnabled()).toBe(true);

  await app.getByRole("tab", { name: "Collection Filters" }).click();
  const collections = app.getByRole("table", { name: "collections" });
  await collections.waitFor();
  await app.getByRole("textbox", { name: "Search" }).fill("power");
  await app.getByRole("button", { name: "Search", exact: true }).click();
  await app.getByText(/^\d records?$/).waitFor();
  await collections.getByRole("link", { name: "Power tools", exact: true }).click();
  await app.getByRole("checkbox", { name: "Include specs.material" }).check();
  await app.getByRole("button", { name: "Settings of specs.material" }).click();
  const settings = app.getByRole("dialog", { name: "Update Filter" });
  await settings.getByLabel("Overwrite").fill(overwrite);
  await settings.getByLabel("Order").fill("2");
  await settings.getByRole("button", { name: "Save Changes" }).click();
  await settings.waitFor({ state: "detached" });
  const row = app.getByRole("row").filter({ hasText: "specs.material" });
  await row.getByText(overwrite).waitFor();

  await app.getByRole("button", { name: "Options of specs.material" }).click();
  const options = app.getByRole("dialog", { name: "Update Options" });
  await options.getByLabel("Overwrite of Steel").fill("Stainless steel");
  await options.getByLabel("Show Oak").uncheck();
  expect(await namelessControls(app)).toEqual([]);
  await options.getByRole("button", { name: "Save Changes" }).click();
  await options.waitFor({ state: "detached" });

  await app.getByRole("tab", { name: "Filters Definitions" }).click();
  await app
    .getByText(
      changed === 1
        ? "1 collection has changes that aren't published."
        : `${changed} collections have changes that aren't published.`,
    )
    .waitFor();
  await app.getByRole("button", { name: "Update Collections" }).click();
  await app.getByText(`${changed} done`).waitFor();
  await app.getByText("All collections have their current filters.").waitFor();

  await page.goto(`${backroom().localStoreUrl}/store/backroom-demo/collections`);
  const published = page.locator("dd").filter({ hasText: "Stainless steel" });
  expect(JSON.parse(await published.innerText())).toMatchObject({
    filters: [
      {
        name: "specs.material",
        overwrite,
        order: 2,
        options: expect.arrayContaining([expect.objectContaining({ name: "Oak", show: false })]),
      },
    ],
  });
});
