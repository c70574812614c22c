/** The edit dialog of students and staff, and the Staff screen (first specification text, 2.3 and 2.4). */
import { beforeAll, expect, test } from "vitest";
import { mirrorIsThere } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { registerStudent, tagsInStore } from "../support/store-shop.ts";
import { isLive, openStudents } from "../support/students-page.ts";

beforeAll(() => mirrorIsThere());

test("a student's record is edited: wrong input stands at its field, what is saved is in the list and in the store", async () => {
  const eva = await registerStudent("Eva");
  const { app, rowOf, search } = await openStudents();
  await search(eva.email);
  await app.getByRole("button", { name: `Edit ${eva.name}` }).click();
  const dialog = app.getByRole("dialog", { name: eva.name });
  await dialog.getByRole("heading", { name: "STP" }).waitFor();
  await dialog.getByRole("heading", { name: "Profile" }).waitFor();
  expect(await dialog.getByLabel("School").inputValue()).toBe("Harbor College");

  await dialog.getByLabel("Discount Limit for students").fill("12x");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByText("Only digits, or nothing.").waitFor();

  await dialog.getByLabel("Discount Limit for students").fill("1200");
  await dialog.getByLabel("School").fill("Lakeside College");
  await dialog.getByRole("button", { name: "Submit" }).click();

  await app.getByText(`${eva.name} is saved.`).waitFor();
  await dialog.waitFor({ state: "detached" });
  await rowOf(eva.email).getByText("Lakeside College").waitFor();
  await rowOf(eva.email).getByText("1200", { exact: true }).waitFor();
  expect(await tagsInStore(eva.id)).toContain("discount_limit:1200");
});

test("a decision is taken back from the person's history, also long after its notice has gone", async () => {
  const gil = await registerStudent("Gil");
  const { app, rowOf, search, tab } = await openStudents();
  await search(gil.email);
  await app.getByRole("button", { name: `Approve ${gil.name}` }).click();
  await app.getByText(`${gil.name} is approved.`).waitFor();
  await tab("Approved").click();
  await rowOf(gil.email)
    .getByText(gil.email.split("@")[0] ?? "")
    .click();
  const history = app.getByRole("dialog", { name: `History of ${gil.name}` });
  await history.getByText("Now: Approved, decided by Olivia Owner").waitFor();
  await history.getByRole("button", { name: "Take it back" }).click();
  await app.getByText("Taken back: the registration is Pending again.").waitFor();
  await history.waitFor({ state: "detached" });
  expect(await tagsInStore(gil.id)).toContain("Pending");
});

test("Close forgets what was entered", async () => {
  const finn = await registerStudent("Finn");
  const { app, search } = await openStudents();
  await search(finn.email);
  await app.getByRole("button", { name: `Edit ${finn.name}` }).click();
  const dialog = app.getByRole("dialog", { name: finn.name });
  await dialog.getByLabel("Course").fill("Never saved");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
  await app.getByRole("button", { name: `Edit ${finn.name}` }).click();
  await dialog.getByLabel("Course").waitFor();
  expect(await dialog.getByLabel("Course").inputValue()).toBe("");
});

test("Staff: its own tabs and columns, To Next on Pending only, no limit in the dialog", async () => {
  const { app } = await openAdmin({ path: "/staff" });
  await isLive(app);
  await app.getByRole("heading", { name: "Staff", level: 1 }).waitFor();
  const headings = await app.getByRole("columnheader").allInnerTexts();
  expect(
    headings
      .map((heading) =>
        heading
          .replace(/\s+/g, " ")
          .replace(/ [↓↑]$/, "")
          .trim(),
      )
      .filter(Boolean),
  ).toEqual(["Name", "Email", "Tags", "Create Date", "Country", "School", "Action"]);
  await app.getByRole("button", { name: "To Next" }).waitFor();
  await app
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("School").waitFor();
  expect(await dialog.getByLabel("Discount Limit for students").count()).toBe(0);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await app.getByRole("tab", { name: "Approved" }).click();
  await app.getByRole("button", { name: "Next", exact: true }).waitFor();
  expect(await app.getByRole("button", { name: "To Next" }).count()).toBe(0);
});

test("the default discount limit is saved with its message, and wrong input is told at the field", async () => {
  const { app, page } = await openStudents();
  const field = app.getByLabel("Default STP Student Discount Limit($)");
  await field.fill("12x");
  await app.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Only digits, or nothing.").waitFor();
  await field.fill("8000");
  await app.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Saved successfully.").waitFor();
  await page.reload();
  await isLive(app);
  expect(await field.inputValue()).toBe("8000");
});
