/** The customer card and its notes. */
import { expect, test } from "vitest";
import { registerStudent } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("a student's name opens their card with details, notes, history, and a link to the admin", async () => {
  const ida = await registerStudent("Ida");
  const { app, page, rowOf, search } = await openStudents();
  await search(ida.email);
  await rowOf(ida.email).getByRole("link", { name: ida.name }).click();
  await app.getByRole("heading", { name: ida.name }).waitFor();
  await app.getByText("Student: Pending").waitFor();
  await app.getByText("Harbor College").waitFor();
  await app.getByText("No email was sent to this person yet.").waitFor();
  await app.getByText("Not synced yet.").waitFor();
  await app.getByRole("button", { name: "Edit", exact: true }).click();
  await app.getByRole("dialog").getByLabel("Course").fill("Welding");
  await page.keyboard.press("Enter");
  await app.getByText(`${ida.name} is saved.`).first().waitFor();
  await app.getByRole("definition").getByText("Welding").waitFor();
  expect(await app.getByRole("button", { name: `Sync ${ida.name}` }).count()).toBe(0);
  await app.getByText("1 of 1", { exact: true }).waitFor();
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    app.getByRole("link", { name: "Open in the Shopify admin" }).click(),
  ]);
  await opened.getByRole("heading", { name: ida.name }).waitFor();
  expect(opened.url()).toContain(`/customers/${ida.id}`);
  await opened.close();

  const add = app.getByRole("button", { name: "Add note" });
  await add.click();
  await app.getByText("Enter a note.").first().waitFor();
  await app.getByLabel("New note").fill("Called on Monday.");
  await add.click();
  await app.getByText("Called on Monday.", { exact: true }).first().waitFor();
  await expect.poll(() => app.getByLabel("New note").inputValue()).toBe("");

  await app.getByRole("button", { name: "Edit note" }).click();
  await app.getByLabel("Note", { exact: true }).fill("Called on Tuesday.");
  await app.getByRole("button", { name: "Save note" }).click();
  await app.getByText("Note saved.").first().waitFor();
  await app.getByRole("button", { name: "Delete note" }).click();
  await app.getByText("This customer has no notes yet.").waitFor();
  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByRole("button", { name: "Edit note" }).waitFor();
  await app.getByText("deleted a note on a person").waitFor();
  await app.getByText("restored a note on a person").waitFor();

  await app.getByRole("button", { name: `Approve ${ida.name}` }).click();
  await app.getByText("Student: Approved").waitFor();
  await app.getByRole("button", { name: "Back" }).click();
  await app.getByRole("tab", { name: /^Pending/ }).waitFor();
});
