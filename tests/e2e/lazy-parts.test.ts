/** Parts of pages that are loaded when they are opened, while the connection fails. */
import { expect, test } from "vitest";
import { openStudents } from "../support/students-page.ts";

const FAILURE = /^Part of this page couldn't be loaded\./;

test("a part whose files can't be loaded leaves the page as it is, and opens when it is tried again", async () => {
  const { app, page, allow } = await openStudents();
  allow(/KeyboardHelp|RowMenu/);
  const search = app.getByRole("textbox", { name: "Search" });
  await search.fill("not searched yet");
  const open = app.getByRole("button", { name: "Keyboard shortcuts" });
  const help = app.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const files of ["KeyboardHelp-*.css", "KeyboardHelp-*.js*"]) {
    await page.route(`**/assets/${files}`, (route) => route.abort("internetdisconnected"));
    await open.click();
    await app.getByText(FAILURE).waitFor();
    await app.getByRole("button", { name: "Dismiss notification" }).click();
    await page.unrouteAll();
  }
  expect(await search.inputValue()).toBe("not searched yet");

  await open.click();
  await help.waitFor();
  const style = await help.locator("dl").evaluate((list) => getComputedStyle(list).display);
  expect(style).toBe("grid");
  await help.getByRole("button", { name: "Close" }).click();

  const menu = app.getByRole("button", { name: /^More actions for/ }).first();
  await page.route("**/assets/RowMenu-*", (route) => route.abort("internetdisconnected"));
  await menu.click();
  await app.getByText(FAILURE).waitFor();
  await page.unrouteAll();
  await menu.click();
  await app.getByRole("menuitem").first().waitFor();
});
