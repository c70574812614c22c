/** Registration codes: a partner, a code with its email domains, a registration that is confirmed by email, the count, and the history. */

import { expect, test } from "vitest";
import { emptyFormProblems, namelessControls } from "../support/accessibility.ts";
import { openAdmin } from "../support/browser.ts";
import { waitForMail } from "../support/store-mail.ts";
import { findStoreCustomer } from "../support/store-shop.ts";

const CONFIRMATION_LINK = /https?:\S+\/confirm\/\S+/;

test("a code is created and limited to a domain, and a customer registers with it", async () => {
  const unique = Date.now().toString(36);
  const code = `ACME-${unique}`;
  const { app, page } = await openAdmin({ path: "/settings/partners" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.getByRole("button", { name: "Add partner" }).click();
  await app
    .getByLabel(/^Name of partner/)
    .last()
    .fill(`Acme ${unique}`);
  await app
    .getByLabel(/^Handle of partner/)
    .last()
    .fill(`acme-${unique}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText(/^Saved\. There/).waitFor();

  // With its save bar, the admin doesn't leave a page.
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "registration codes", exact: true }).click();
  await app.getByRole("button", { name: "Add new Registation Code" }).click();
  const dialog = app.getByRole("dialog", { name: "Add new Registration Code" });
  await dialog.getByRole("textbox", { name: "Registration Code" }).fill(code);
  await dialog.getByRole("textbox", { name: "Start Date" }).fill("01/01/2020");
  await dialog.getByRole("textbox", { name: "End Date" }).fill("12/31/2099");
  await dialog.getByRole("combobox", { name: "Partner" }).selectOption({ label: `Acme ${unique}` });
  await dialog.getByRole("textbox", { name: "Spend Limit" }).fill("12500");
  await dialog.getByRole("textbox", { name: "Max Count" }).fill("1");
  await dialog.getByRole("textbox", { name: "Tags" }).fill("VIP");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const row = app.getByRole("row").filter({ hasText: code });
  await row.getByText("$12,500").waitFor();

  await row.getByRole("button", { name: `Email Domains of ${code}` }).click();
  const domains = app.getByRole("dialog", { name: "Email Domains List" });
  await domains.getByRole("button", { name: "Add domain" }).click();
  await domains.getByRole("textbox").last().fill("uni.example");
  expect(await namelessControls(app)).toEqual([]);
  await domains.getByRole("button", { name: "Save" }).click();
  await domains.waitFor({ state: "detached" });

  await row.getByRole("button", { name: `More actions for ${code}` }).click();
  await app.getByRole("menuitem", { name: `Copy link: ${code}` }).click();
  await app.getByText(`The registration link of ${code} is copied.`).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const visitor = await page.context().newPage();
  await visitor.goto(link);
  expect(await visitor.getByLabel("Registration Code").inputValue()).toBe(code);
  expect(await emptyFormProblems(visitor, "First Name")).toEqual([]);
  await visitor.getByLabel("Staff").check();
  await visitor.getByLabel("First Name").fill("Ana");
  await visitor.getByLabel("Last Name").fill("Guest");
  await visitor.getByLabel("Email").fill(`ana.${unique}@other.example`);
  await visitor.getByRole("button", { name: "Register" }).click();
  await visitor
    .locator("#backroom-code-error")
    .getByText("This code can't be used with this email address.")
    .waitFor();
  await visitor.getByLabel("Email").fill(`ana.${unique}@uni.example`);
  await visitor.getByRole("button", { name: "Register" }).click();
  await visitor.getByRole("heading", { name: "Check your email" }).waitFor();
  expect(await findStoreCustomer(`ana.${unique}@uni.example`)).toBeUndefined();
  await visitor.goto(await waitForMail(`ana.${unique}@uni.example`, CONFIRMATION_LINK));
  await visitor.getByRole("button", { name: /^Confirm: Registration with/ }).click();
  await visitor.getByText("You are registered", { exact: true }).waitFor();
  expect((await findStoreCustomer(`ana.${unique}@uni.example`))?.tags.toSorted()).toEqual([
    "Pending",
    "UserType:Staff",
    "VIP",
    "discount_limit:12500",
  ]);
  await page.bringToFront();
  await row.getByText("Used Up").waitFor();
  await app.getByRole("tab", { name: "History" }).click();
  await app.getByText(`Registration code ${code}: Email domains: (empty) → uni.example`).waitFor();
  expect(await namelessControls(app)).toEqual([]);
});
