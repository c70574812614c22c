/** The screen Product Media: a product's list by keyboard, then a sync with Salsify, whose failed product is retried. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { backroom } from "../support/backroom.ts";
import { openAdmin, waitForHydration } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { clearFaults, injectOperationFaults } from "../support/store-shop.ts";
import { waitForLive } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

interface SalsifyProduct {
  sku: string;
  properties: Record<string, string>;
}

const salsifyUrl = () => `${backroom().localStoreUrl}/salsify.json?shop=${DEMO}`;

/** Two of Salsify's demo products that have two pictures in the store. */
async function findProducts(): Promise<[SalsifyProduct, SalsifyProduct]> {
  const products = (await (await fetch(salsifyUrl())).json()) as SalsifyProduct[];
  const [first, second] = products.filter(({ properties }) => properties.Images?.includes("-side.svg"));
  if (!first || !second) throw new Error("Salsify has too few products with two pictures.");
  return [first, second];
}

async function inSalsify(products: readonly SalsifyProduct[]): Promise<void> {
  const response = await fetch(salsifyUrl(), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(products),
  });
  expect(response.status).toBe(204);
}

/** Connects Salsify, and waits until the mirror of products is complete: the sync finds products there. */
async function prepareSync(): Promise<void> {
  const { status } = await callApi("1", "PUT", "/salsify/settings", {
    base_url: `${backroom().localStoreUrl}/salsify`,
    organization: "s-backroom-demo",
    skuProperty: "SKU",
    mediaProperties: "Main Image, Images",
    token: "salsify-local-backroom-demo",
  });
  expect(status).toBe(200);
  const isRebuilt = async () => (await callApi("1", "GET", "/products/mirror")).body.rebuiltAt !== null;
  await expect.poll(isRebuilt, { timeout: withMachineFactor(60_000) }).toBe(true);
}

test("media are put in order, described and synced, and a failed product is retried", {
  timeout: withMachineFactor(180_000),
}, async () => {
  const [matched, extended] = await findProducts();
  await prepareSync();
  const stamp = Date.now();
  const { app, page } = await openAdmin({ path: "/productMedia?tab=media" });
  await waitForLive(app);

  // The list: order by keyboard, text and status.
  await app.getByRole("button", { name: "Search" }).click();
  await app.getByText("Enter a SKU, a handle or an id.").waitFor();
  await app.getByRole("textbox", { name: "Search" }).fill(extended.sku);
  await app.getByRole("textbox", { name: "Search" }).press("Enter");
  const list = app.getByRole("list", { name: /^Media of / });
  const pictures = list.getByRole("link").filter({ has: app.locator("img") });
  const sources = () => pictures.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  await pictures.nth(1).waitFor();
  const before = await sources();
  await list.getByRole("button", { name: /^Move Image 2/ }).focus();
  await page.keyboard.press("Space");
  await app.getByText(/^Image 2.* is over position 2 of/).waitFor();
  await page.keyboard.press("ArrowUp");
  await app.getByText(/^Image 2.* is over position 1 of/).waitFor();
  await page.keyboard.press("Space");
  await app.getByText("The order was changed.").waitFor();
  expect(await sources()).toEqual([before[1], before[0], ...before.slice(2)]);

  await list.getByLabel(/^Alt text of Image 1/).fill(`Side view ${stamp}`);
  await list.getByLabel(/^Alt text of Image 1/).press("Enter");
  await app.getByText("The text was changed.").waitFor();
  const status = list.getByRole("checkbox", { name: "Active" }).first();
  const wasActive = await status.isChecked();
  await status.click();
  await app.getByText(wasActive ? /^The item is inactive\./ : /^The item is active\./).waitFor();
  const { body } = await callApi("1", "GET", `/productMedia/metafield/${extended.sku}`);
  expect(body.item.productMedia.list[0]).toMatchObject({
    src: before[1],
    text: `Side view ${stamp}`,
    active: !wasActive,
  });

  // The sync: one product is only matched with its files, and the new picture of the other one is refused at first.
  const added = `${backroom().localStoreUrl}/cdn/demo/new-view-${stamp}.svg`;
  const images = `${extended.properties.Images}, ${added}`;
  await inSalsify([matched, { ...extended, properties: { ...extended.properties, Images: images } }]);
  await injectOperationFaults("MediaLists", { latencyMs: 8_000 });
  await injectOperationFaults("FileCreate", { userError: 1 });
  await app.getByRole("tab", { name: "Sync" }).click();
  await app.getByRole("button", { name: "Sync", exact: true }).click();
  const log = app.getByRole("log", { name: "Live log" });
  await log.getByText("2 products read from Salsify.").waitFor();
  await page.reload();
  await waitForHydration(page);
  await log.getByText("2 products read from Salsify.").waitFor();
  await app.getByText(/^Sync product media from Salsify: \d+ %$/).waitFor();
  const newest = app.getByRole("table", { name: "runs" }).locator("tbody").getByRole("row").first();
  await newest.getByText(/^(Completed, \d failed|Failed)$/).waitFor({ timeout: withMachineFactor(40_000) });
  await app.getByText("No sync is running.").waitFor();
  await newest.getByRole("link").click();
  const lines = app.getByRole("table", { name: "log lines" });
  await app.getByLabel(/^Show warnings and errors only/).check();
  await lines.getByText(new RegExp(`^${extended.sku}, .+?: `)).waitFor();
  expect(await lines.getByRole("columnheader").allInnerTexts()).toEqual(["Function", "Log", "Event", "Date"]);

  await clearFaults();
  await app.getByRole("button", { name: "Retry what failed" }).click();
  await newest.getByText("Completed", { exact: true }).waitFor({ timeout: withMachineFactor(40_000) });

  // The suggested text of the new picture is used only when it is accepted.
  await app.getByRole("tab", { name: "Product Media" }).click();
  await app.getByRole("textbox", { name: "Search" }).fill(extended.sku);
  await app.getByRole("textbox", { name: "Search" }).press("Enter");
  const row = list.getByRole("listitem").filter({ hasText: `new view ${stamp}` });
  await row.getByRole("button", { name: /^Use the suggested text/ }).click();
  await list.getByRole("button", { name: new RegExp(`^Move Image \\d+: new view ${stamp}$`) }).waitFor();
});
