/** Accessibility checks. A page is checked when a test first opens it (openAdmin). */
import { expect, test } from "vitest";
import { checkAccessibility, isChecked, namelessControls } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { functions } from "../support/app.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

/** Pages without a menu entry. */
const FURTHER = [
  "/credits?tab=transactions&creditAmount=0,25",
  "/credits/proof",
  "/credits/liability",
  "/credits/import",
  "/giveaways?tab=report",
];

test("every page is checked, including pages that no other test opens", {
  timeout: withMachineFactor(300_000),
}, async () => {
  const { app, page } = await openAdmin({ path: "/" });
  const menu = page.locator("[data-app-items]");
  // Through the menu, which takes a third of the time of loading each page.
  for (const { path, menuName } of functions) {
    if (isChecked(path)) continue;
    const heading = await app.getByRole("heading", { level: 1 }).elementHandle();
    await menu.getByRole("link", { name: menuName, exact: true }).click();
    await heading?.waitForElementState("hidden");
    await page.waitForURL((url) => url.pathname.endsWith(`/backroom${path}`));
    await checkAccessibility(path, app);
  }
  for (const path of FURTHER) if (!isChecked(path)) await openAdmin({ path });
});

test("on a phone, rows are cards and the page doesn't scroll horizontally", async () => {
  const { app } = await openAdmin({ path: "/students", viewport: { width: 390, height: 844 } });
  await app.getByText("Live", { exact: true }).waitFor();
  const width = await app
    .locator("html")
    .evaluate((page) => ({ needed: page.scrollWidth, there: page.clientWidth }));
  expect(width.needed).toBeLessThanOrEqual(width.there);
  const hint = await app.getByRole("textbox", { name: "Search" }).evaluate((field: HTMLInputElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    canvas.font = font.replace(/[\d.]+px/, getComputedStyle(field, "::placeholder").fontSize);
    const room =
      field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    return { needed: canvas.measureText(field.placeholder).width, room };
  });
  expect(hint.needed).toBeGreaterThan(250);
  expect(hint.needed).toBeLessThanOrEqual(hint.room);

  await app
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .check();
  const all = await app.getByRole("checkbox", { name: /^Select all/ }).boundingBox();
  const count = await app.getByText("1 selected").first().boundingBox();
  expect(count?.x).toBeGreaterThanOrEqual((all?.x ?? 0) + (all?.width ?? 0));
  const tops = ["Approve selected", "Reject selected", "Clear selection"].map(async (name) => {
    const box = await app.getByRole("button", { name, exact: true }).boundingBox();
    return Math.round(box?.y ?? 0);
  });
  expect(new Set(await Promise.all(tops)).size).toBe(1);
  expect(await namelessControls(app)).toEqual([]);
});

test("long names leave the rows at most 52 px high, with their actions in view", async () => {
  const name = `${"A drill for the trades and more ".repeat(7)} ${Date.now()}`;
  const now = Date.now();
  const event = {
    name,
    description: "Drills",
    dateFrom: new Date(now + 86_400_000),
    dateTo: new Date(now + 90_000_000),
  };
  expect((await callApi("1", "POST", "/events", event)).status).toBe(200);
  // A column is as wide as its longest cell.
  const full = {
    ...event,
    name: "Open house",
    location: "Hall 3, 12 Main Street",
    active: true,
    capacity: 10_000,
  };
  expect((await callApi("1", "POST", "/events", full)).status).toBe(200);
  expect((await callApi("1", "POST", "/giveaways", { name, registrationCount: 100 })).status).toBe(200);
  for (const [path, button] of [
    ["/events?sort=id+desc", `Edit: ${name}`],
    ["/giveaways?sort=createdDate+desc", `Copy link of ${name}`],
  ] as const) {
    const { app } = await openAdmin({ path, viewport: { width: 1280, height: 900 } });
    const last = app.getByRole("button", { name: button }).first();
    await last.waitFor();
    const row = await app
      .getByRole("row")
      .filter({ has: last })
      .evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        right: element.getBoundingClientRect().right,
        width: document.documentElement.clientWidth,
      }));
    expect(row.height).toBeLessThanOrEqual(52);
    expect(row.right).toBeLessThanOrEqual(row.width);
  }
});
