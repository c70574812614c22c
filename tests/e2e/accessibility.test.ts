/** What people who do not see the page, or use no mouse, rely on everywhere. */
import { expect, test } from "vitest";
import { registry } from "~/functions/registry";
import { mirrorIsThere } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { namelessControls } from "../support/nameless-controls.ts";

/** Pages behind those of the menu that have controls of their own. */
const FURTHER = [
  { path: "/credits?tab=transactions&creditAmount=0,25", menuName: "credits: Transactions, Advanced Search" },
  { path: "/credits/proof", menuName: "credits: Ledger's proof" },
  { path: "/credits/liability", menuName: "credits: Store credit owed" },
  { path: "/credits/import", menuName: "credits: Import" },
  { path: "/giveaways?tab=report", menuName: "giveaways: Report" },
];
const MENU = registry.map(({ path, menuName }) => ({ path, menuName }));

test.each([{ path: "/", menuName: "Home" }, ...MENU, ...FURTHER])(
  "$menuName: one main heading, every control has a name, no id twice",
  async ({ path }) => {
    await mirrorIsThere();
    const { app } = await openAdmin({ path });
    await app.getByRole("heading", { level: 1 }).waitFor();
    expect(await app.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await namelessControls(app)).toEqual([]);
    const ids = await app.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(await app.locator("html").getAttribute("lang")).toBe("en");
  },
);

test("on a phone a row is a card, with nothing beside the screen", async () => {
  await mirrorIsThere();
  const { app } = await openAdmin({ path: "/students", viewport: { width: 390, height: 844 } });
  await app.getByText("Live", { exact: true }).waitFor();
  const width = await app
    .locator("html")
    .evaluate((page) => ({ needed: page.scrollWidth, there: page.clientWidth }));
  expect(width.needed).toBeLessThanOrEqual(width.there);
  expect(await namelessControls(app)).toEqual([]);
});
