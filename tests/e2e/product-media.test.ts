/**
 * The screen Product Media: a list is ordered by keyboard, a sync with Salsify adds a picture, and a product that is found by its title gets
 * pictures and texts.
 */
import sharp from "sharp";
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { backroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
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

test("media are put in order and synced, and a product without alt texts is found by its title, and gets a picture and its texts", {
  timeout: withMachineFactor(180_000),
}, async () => {
  const [matched, extended] = await findProducts();
  await prepareSync();
  const stamp = Date.now();
  const { app, page } = await openAdmin({ path: "/productMedia?tab=media" });
  await waitForLive(app);

  // The list: order by keyboard.
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

  const { body } = await callApi("1", "GET", `/productMedia/metafield/${extended.sku}`);
  expect(body.item.productMedia.list[0]).toMatchObject({ src: before[1] });

  // The sync links one product to its files, and adds a picture to the second.
  const added = `${backroom().localStoreUrl}/cdn/demo/new-view-${stamp}.svg`;
  const images = `${extended.properties.Images}, ${added}`;
  await inSalsify([matched, { ...extended, properties: { ...extended.properties, Images: images } }]);
  // So that the log is seen before it ends.
  await injectOperationFaults("MediaLists", { latencyMs: 8_000 });
  await app.getByRole("tab", { name: "Sync" }).click();
  await app.getByRole("button", { name: "Sync", exact: true }).click();
  const log = app.getByRole("log", { name: "Live log" });
  await log.getByText("2 products read from Salsify.").waitFor();
  const newest = app.getByRole("table", { name: "runs" }).locator("tbody").getByRole("row").first();
  await newest.getByText("Completed", { exact: true }).waitFor({ timeout: withMachineFactor(40_000) });
  await app.getByText("No sync is running.").waitFor();
  await clearFaults();

  await app.getByRole("tab", { name: "Product Media" }).click();
  await app.getByRole("textbox", { name: "Search" }).fill(extended.sku);
  await app.getByRole("textbox", { name: "Search" }).press("Enter");
  await list
    .getByRole("listitem")
    .filter({ hasText: `new view ${stamp}` })
    .waitFor();

  const { body: found } = await callApi("1", "GET", "/productMedia/products?show=texts");
  const { id, title, withoutText, pictures: count } = found.rows[0];
  // By title, among those that lack alt texts.
  await app.getByRole("textbox", { name: "Search" }).fill(title.slice(0, -1));
  await app.getByRole("textbox", { name: "Search" }).press("Enter");
  await app.getByRole("button", { name: /^Without alt text \(/ }).click();
  const row = app.getByRole("table", { name: "products" }).getByRole("row").filter({ hasText: title });
  await row.getByText(String(withoutText), { exact: true }).first().waitFor();
  await row.getByRole("link", { name: title }).click();
  const shown = app.getByRole("list", { name: `Media of ${title}` });
  await shown.waitFor();

  await app.getByRole("button", { name: "Upload", exact: true }).click();
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#1f7a4d" } })
    .jpeg()
    .toBuffer();
  const dialog = app.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .setInputFiles([{ name: "top view.jpg", mimeType: "image/jpeg", buffer }]);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await app.getByText("1 added").waitFor({ timeout: withMachineFactor(40_000) });
  await shown.getByText("Suggested: top view").waitFor();

  // All texts with one button.
  await app.getByRole("button", { name: "Edit texts" }).click();
  const texts = app.getByRole("list", { name: `Texts of ${title}` });
  for (let number = 1; number <= count; number += 1)
    await texts.getByLabel(`Alt text of Image ${number} (optional)`).fill(`View ${number} of ${title}`);
  await texts.getByRole("button", { name: /^Use the suggested text/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText(`${count + 1} texts were changed.`).waitFor();
  const { body: saved } = await callApi("1", "GET", `/productMedia/metafield/${id}`);
  expect(
    saved.item.productMedia.list.map(({ text, fileText }: Record<string, string>) => [text, fileText]),
  ).toEqual([
    ...Array.from({ length: count }, (_, index) => Array(2).fill(`View ${index + 1} of ${title}`)),
    ["top view", "top view"],
  ]);

  // Back to the list, which the product has left.
  await app.getByRole("button", { name: "Edit texts" }).click();
  await app.getByRole("link", { name: "Products" }).click();
  await app.getByText("No product of these matches.").waitFor();
});
