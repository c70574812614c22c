/** Working through the queue with the keyboard. */
import type { FrameLocator, Locator } from "playwright";
import { expect, test } from "vitest";
import { withMachineFactor } from "../support/machine-factor.ts";
import { registerStudent, tagsInStore } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

const focusedRow = (app: FrameLocator) => app.locator("tr:focus");

test("j and k move, x selects, a and r decide, / and ? open the search and the help, and Tab reaches a row's Approve and its Undo, not headings that the bar of a selection covers", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const una = await registerStudent("Una");
  const [one, two, three] = [
    await registerStudent("Nia"),
    await registerStudent("Oda"),
    await registerStudent("Pia"),
  ];
  const { app, page, rowOf } = await openStudents();
  for (const { email } of [one, two, three]) await rowOf(email).waitFor();
  // Newest first: Pia, Oda, Nia.
  await page.locator("iframe").focus();
  await page.keyboard.press("j");
  expect(await focusedRow(app).innerText()).toContain(three.email);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focusedRow(app).innerText()).toContain(one.email);
  await page.keyboard.press("k");
  expect(await focusedRow(app).innerText()).toContain(two.email);

  await page.keyboard.press("x");
  expect(await app.getByRole("checkbox", { name: `Select ${two.name}` }).isChecked()).toBe(true);
  await page.keyboard.press("x");

  await page.keyboard.press("a");
  await rowOf(two.email).waitFor({ state: "detached" });
  await expect.poll(() => focusedRow(app).innerText()).toContain(one.email);
  await page.keyboard.press("r");
  await expect.poll(() => app.locator(":focus").getAttribute("type")).toBe("radio");
  // A rejection without a reason is a choice, too.
  await page.keyboard.press("Enter");
  await app.getByText("Choose a reason, or “No reason”.").waitFor();
  await page.keyboard.press("0");
  await page.keyboard.press("Enter");
  await rowOf(one.email).waitFor({ state: "detached" });
  await expect.poll(() => tagsInStore(two.id)).toContain("Approved");
  await expect.poll(() => tagsInStore(one.id)).toContain("Disabled");
  expect(await tagsInStore(three.id)).toContain("Pending");

  await page.keyboard.press("/");
  const field = app.getByRole("textbox", { name: "Search" });
  // Shortcuts are off in a field.
  await page.keyboard.type("jar?");
  expect(await field.inputValue()).toBe("jar?");
  await field.press("Tab");
  await page.keyboard.press("?");
  const help = app.getByRole("dialog");
  await help.getByText("Keyboard shortcuts").waitFor();
  await help.getByText("Approve the focused row").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await field.fill(una.email);
  await field.press("Enter");
  await rowOf(una.email).waitFor();
  await expect.poll(() => page.url()).toContain("q=");

  const focused = () => app.locator(":focus").evaluate((element) => element.ariaLabel ?? element.textContent);
  await app.getByRole("columnheader").getByRole("link", { name: "Email" }).waitFor();
  const select = app.getByRole("checkbox", { name: `Select ${una.name}` });
  await select.press("Space");
  await app.getByText("1 selected").first().waitFor();
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => focusedRow(app).count()).toBe(1);
  await page.keyboard.press("Shift+Tab");
  await expect.poll(focused).toBe("Select all students on this page");
  await select.press("Space");
  await app.getByText("1 selected").first().waitFor({ state: "detached" });

  await tabTo("Tab", app.getByRole("button", { name: `Approve ${una.name}` }));
  await page.keyboard.press("Enter");
  await rowOf(una.email).waitFor({ state: "detached" });
  await app.getByText(`${una.name} is approved.`).waitFor();
  await tabTo("Shift+Tab", app.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await rowOf(una.email).waitFor();

  async function tabTo(key: "Tab" | "Shift+Tab", target: Locator) {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error("Sixty Tabs do not reach it.");
  }
});
