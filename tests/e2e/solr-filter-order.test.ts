/** The order of a collection's filters: by dragging, by the keyboard, and when another administrator changes it at the same time. */
import type { FrameLocator, Page } from "playwright";
import { beforeAll, expect, test, vi } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

const FILTERS = ["vendor", "product_type", "tags", "availability"];

let collection = "";
let path = "";

/** A collection that no other file changes, with four filters. */
beforeAll(async () => {
  const isRebuilt = async () =>
    expect((await callApi("1", "GET", "/products/mirror")).body.rebuiltAt).not.toBeNull();
  await vi.waitFor(isRebuilt, { timeout: withMachineFactor(60_000), interval: 250 });
  const { body } = await callApi("1", "GET", "/filters/collections");
  const other = body.collections.findLast(
    ({ title }: { title: string }) => !["Power tools", "Workwear"].includes(title),
  );
  collection = other.id.split("/").at(-1);
  path = `/solrFilters?${new URLSearchParams({ tab: "collections", collection })}`;
  for (const name of FILTERS) {
    await callApi("1", "PATCH", "/filters/filtersDef", { name, active: true });
    await callApi("1", "POST", `/filters/collection/${collection}`, { collection, name });
  }
  await order(FILTERS);
}, withMachineFactor(90_000));

/** Gives the filters an order as another administrator does. */
async function order(names: readonly string[]): Promise<void> {
  const { status } = await callApi("1", "PATCH", `/filters/collection/${collection}/order`, {
    collection,
    names,
  });
  expect(status).toBe(200);
}

const handleOf = (app: FrameLocator, name: string) =>
  app.getByRole("button", { name: `Move ${name}`, exact: true });

/** The names of the included filters as the grid shows them. */
async function shownOrder(app: FrameLocator): Promise<string[]> {
  const labels = await app
    .getByRole("button", { name: /^Move / })
    .evaluateAll((handles) => handles.map((handle) => handle.getAttribute("aria-label") ?? ""));
  return labels.map((label) => label.replace(/^Move /, ""));
}

async function storedOrder(): Promise<string[]> {
  const { body } = await callApi("1", "GET", `/filters/collection/${collection}?options=false`);
  return body.filters
    .map(({ filter }: { filter: { name: string; included: boolean } }) => filter)
    .filter(({ included }: { included: boolean }) => included)
    .map(({ name }: { name: string }) => name);
}

/** Drags a filter with the mouse until its handle is where another one's is. */
async function drag(page: Page, app: FrameLocator, name: string, to: string): Promise<void> {
  const [from, target] = [await handleOf(app, name).boundingBox(), await handleOf(app, to).boundingBox()];
  if (!from || !target) throw new Error("A handle isn't visible.");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 12 });
  await page.mouse.up();
}

/** Picks up the filter in focus, and waits until the keys that move it are listened to: a moment after it was announced. */
async function pickUp(page: Page, app: FrameLocator, key: "Space" | "Enter"): Promise<void> {
  await page.keyboard.press(key);
  await app.getByText(/draggable item availability/i).waitFor({ state: "attached" });
  const measured = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  await app.locator("html").evaluate(measured);
}

test("a filter is moved by dragging and by the keyboard, also after the page is loaded again, and no one's order is overwritten", async () => {
  const { app, page, allow } = await openAdmin({ path });
  allow(/status of 409/);
  await handleOf(app, "vendor").waitFor();
  expect(await shownOrder(app)).toEqual(FILTERS);
  await drag(page, app, "vendor", "tags");
  const dropped = ["product_type", "tags", "vendor", "availability"];
  await expect.poll(() => shownOrder(app)).toEqual(dropped);
  // The preview follows, and a drop where the filter was changes nothing.
  const preview = app.getByRole("complementary", { name: "Preview" });
  await expect
    .poll(() => preview.getByRole("heading", { level: 3 }).first().innerText())
    .toBe("product_type");
  await app.getByText("Shoppers don't see the latest changes yet.").waitFor();
  await drag(page, app, "tags", "tags");
  await page.reload();
  await handleOf(app, "vendor").waitFor();
  expect(await shownOrder(app)).toEqual(dropped);
  expect(await storedOrder()).toEqual(dropped);

  // The open page shows what others change.
  await order(FILTERS);
  await expect.poll(() => shownOrder(app)).toEqual(FILTERS);
  const handle = handleOf(app, "availability");
  await handle.focus();
  await pickUp(page, app, "Space");
  await page.keyboard.press("ArrowUp");
  await app.getByText(/availability was moved over droppable area tags/).waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await app.getByText(/^Dragging was cancelled/).waitFor({ state: "attached" });
  expect(await shownOrder(app)).toEqual(FILTERS);
  await pickUp(page, app, "Enter");
  await page.keyboard.press("ArrowUp");
  await app.getByText(/availability was moved over droppable area tags/).waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  const moved = ["vendor", "product_type", "availability", "tags"];
  await expect.poll(() => shownOrder(app)).toEqual(moved);
  await expect.poll(storedOrder).toEqual(moved);

  await order(FILTERS);
  await expect.poll(() => shownOrder(app)).toEqual(FILTERS);
  const theirs = ["availability", "vendor", "product_type", "tags"];
  // The other administrator's change is saved while this one is on its way.
  await page.route(/\/solrFilters\.data/, async (route) => {
    if (route.request().method() === "POST") await order(theirs);
    await route.fallback();
  });
  await drag(page, app, "vendor", "product_type");
  await app
    .getByText(
      "Someone else changed these filters. Their order is now availability, vendor, product_type, tags. Yours, product_type, vendor, tags, availability, wasn't saved.",
      { exact: false },
    )
    .first()
    .waitFor();
  await expect.poll(() => shownOrder(app)).toEqual(theirs);
  expect(await storedOrder()).toEqual(theirs);
});
