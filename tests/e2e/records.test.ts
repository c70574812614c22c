/** The edit dialog of students and staff, and the Staff screen. */
import { expect, test } from "vitest";
import { chooseInRowMenu } from "../support/browser.ts";
import { registerStudent, tagsInStore } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("a student is edited, a decision is undone in their history, and the default limit is saved; Staff has its own tabs, columns and dialog", async () => {
  const eva = await registerStudent("Eva");
  const { app, page, rowOf, search, tab } = await openStudents();
  await search(eva.email);
  await chooseInRowMenu(app, eva.name, `Edit ${eva.name}`);
  const dialog = app.getByRole("dialog", { name: eva.name });
  await dialog.getByRole("heading", { name: "STP" }).waitFor();
  await dialog.getByRole("heading", { name: "Profile" }).waitFor();
  expect(await dialog.getByLabel("School").inputValue()).toBe("Harbor College");
  await dialog.getByLabel("Course").fill("Never saved");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
  await chooseInRowMenu(app, eva.name, `Edit ${eva.name}`);
  await dialog.getByLabel("Course").waitFor();
  expect(await dialog.getByLabel("Course").inputValue()).toBe("");

  await dialog.getByLabel("Discount Limit for students").fill("12x");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByText("Only digits, or nothing.").waitFor();
  await dialog.getByLabel("Discount Limit for students").fill("1200");
  await dialog.getByLabel("School").fill("Lakeside College");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await app.getByText(`${eva.name} is saved.`).waitFor();
  await dialog.waitFor({ state: "detached" });
  await rowOf(eva.email).getByText("Lakeside College").waitFor();
  await rowOf(eva.email).getByText("$1,200.00", { exact: true }).waitFor();
  expect(await tagsInStore(eva.id)).toContain("discount_limit:1200");

  await app.getByRole("button", { name: `Approve ${eva.name}` }).click();
  await app.getByText(`${eva.name} is approved.`).waitFor();
  await tab("Approved").click();
  await rowOf(eva.email)
    .getByText(eva.email.split("@")[0] ?? "")
    .click();
  const history = app.getByRole("dialog", { name: `History of ${eva.name}` });
  await history.getByText("Now: Approved, decided by Olivia Owner").waitFor();
  await history.getByRole("button", { name: "Undo" }).click();
  await app.getByText("Undone: the registration is Pending again.").waitFor();
  await history.waitFor({ state: "detached" });
  expect(await tagsInStore(eva.id)).toContain("Pending");

  const limit = app.getByRole("button", { name: /^Default limit: / });
  const field = app.getByRole("textbox", { name: "Default STP Student Discount Limit($)" });
  await limit.click();
  await field.fill("12x");
  await app.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Only digits, or nothing.").waitFor();
  await field.fill("8000");
  await app.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Saved successfully.").waitFor();

  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await app.getByRole("heading", { name: "Staff", level: 1 }).waitFor();
  const headings = await app.getByRole("columnheader").allInnerTexts();
  expect(
    headings
      .map((heading) =>
        heading
          .replace(/\s*[↓↑]/g, "")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .filter(Boolean),
  ).toEqual(["Name / Email", "Tags", "Create Date", "Country", "School", "Action"]);
  await app.getByRole("button", { name: "To Next" }).waitFor();
  await app
    .getByRole("button", { name: /^More actions for / })
    .first()
    .click();
  await app.getByRole("menuitem", { name: /^Edit / }).click();
  const staff = app.getByRole("dialog");
  await staff.getByLabel("School").waitFor();
  expect(await staff.getByLabel("Discount Limit for students").count()).toBe(0);
  await staff.getByRole("button", { name: "Close", exact: true }).last().click();

  await app.getByRole("tab", { name: "Approved" }).click();
  await app.getByRole("button", { name: "Next", exact: true }).waitFor();
  expect(await app.getByRole("button", { name: "To Next" }).count()).toBe(0);

  await page.getByRole("link", { name: "Student", exact: true }).click();
  await limit.getByText("Default limit: $8,000.00").waitFor();
  await limit.click();
  expect(await field.inputValue()).toBe("8000");
});
