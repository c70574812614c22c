/** What people who do not see the page, or use no mouse, rely on everywhere. */
import { expect, test } from "vitest";
import { registry } from "~/functions/registry";
import { mirrorIsThere } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { namelessControls } from "../support/nameless-controls.ts";

test.each([{ path: "/", menuName: "Home" }, ...registry.map(({ path, menuName }) => ({ path, menuName }))])(
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
