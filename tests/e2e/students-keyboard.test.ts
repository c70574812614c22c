/** Working through the queue with the keyboard. */
import type { FrameLocator } from "playwright";
import { expect, test } from "vitest";
import { registerStudent, tagsInStore } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

const focusedRow = (app: FrameLocator) => app.locator("tr:focus");

test("j and k move, x selects, a approves, r and Enter reject, and the focus moves to the next row", async () => {
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
});

test("the focus doesn't go to headings that the bar of a selection covers", async () => {
  const { email, name } = await registerStudent("Una");
  const { app, page, rowOf, search } = await openStudents();
  await search(email);
  await rowOf(email).waitFor();
  const focused = () => app.locator(":focus").evaluate((element) => element.ariaLabel ?? element.textContent);
  await app.getByRole("columnheader").getByRole("link", { name: "Email" }).waitFor();
  await app.getByRole("checkbox", { name: `Select ${name}` }).press("Space");
  await app.getByText("1 selected").first().waitFor();
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => focusedRow(app).count()).toBe(1);
  await page.keyboard.press("Shift+Tab");
  await expect.poll(focused).toBe("Select all students on this page");
});

test("/ focuses the search, where shortcuts are off, and ? shows the shortcuts", async () => {
  const { app, page } = await openStudents();
  await page.locator("iframe").focus();
  await page.keyboard.press("/");
  await page.keyboard.type("jar?");
  const field = app.getByRole("textbox", { name: "Search" });
  expect(await field.inputValue()).toBe("jar?");
  await field.press("Tab");
  await page.keyboard.press("?");
  const help = app.getByRole("dialog");
  await help.getByText("Keyboard shortcuts").waitFor();
  await help.getByText("Approve the focused row").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
});

test("Tab and Enter reach a row's Approve and its Undo", async () => {
  const quin = await registerStudent("Quin");
  const { app, page, rowOf, search } = await openStudents();
  await search(quin.email);
  await rowOf(quin.email).waitFor();
  const approve = app.getByRole("button", { name: `Approve ${quin.name}` });
  await tabTo(approve);
  await page.keyboard.press("Enter");
  await rowOf(quin.email).waitFor({ state: "detached" });
  await app.getByText(`${quin.name} is approved.`).waitFor();
  await tabTo(app.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await rowOf(quin.email).waitFor();

  async function tabTo(target: typeof approve) {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("Sixty Tabs do not reach it.");
  }
});
