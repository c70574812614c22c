/** Accessibility checks. A page is checked when a test first opens it (openAdmin). */
import { expect, test } from "vitest";
import { isChecked, namelessControls } from "../support/accessibility.ts";
import { functions } from "../support/app.ts";
import { openAdmin } from "../support/browser.ts";

/** Pages without a menu entry. */
const FURTHER = [
  "/credits?tab=transactions&creditAmount=0,25",
  "/credits/proof",
  "/credits/liability",
  "/credits/import",
  "/giveaways?tab=report",
];

test("every page is checked, including pages that no other test opens", async () => {
  for (const path of ["/", ...functions.map((each) => each.path), ...FURTHER])
    if (!isChecked(path)) await openAdmin({ path });
}, 300_000);

test("on a phone, rows are cards and the page doesn't scroll horizontally", async () => {
  const { app } = await openAdmin({ path: "/students", viewport: { width: 390, height: 844 } });
  await app.getByText("Live", { exact: true }).waitFor();
  const width = await app
    .locator("html")
    .evaluate((page) => ({ needed: page.scrollWidth, there: page.clientWidth }));
  expect(width.needed).toBeLessThanOrEqual(width.there);
  expect(await namelessControls(app)).toEqual([]);
});
