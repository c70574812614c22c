/** The import wizard: from a file to people in the list, and undo. */
import { Buffer } from "node:buffer";
import type { FrameLocator, Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { callApi, waitForStudent } from "../support/api.ts";
import { openAdmin, waitForHydration } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { formatted, latinBytes, workbookFile, xlsxOfRows } from "../support/spreadsheets.ts";
import { emailsInStore, registerStudent, tagsInStore } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

beforeEach(() => {
  stamp = Date.now().toString(36);
});

/** Email addresses that are unique to this test run, including retries. */
let stamp = "";
const mail = (name: string) => `${name}.${stamp}@imports.example`;

const fileOf = async (name: string, content: Blob) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(await content.arrayBuffer()),
});

/** The store's customer with an email address. */
async function inStore(email: string): Promise<Record<string, unknown> | undefined> {
  const search = { searchType: "Email", searchValue: email };
  const { body } = await callApi("1", "POST", "/students/pending", search);
  const id = body.rows[0]?.id.split("/").at(-1);
  return id && (await callApi("1", "GET", `/customer/${id}`)).body;
}

async function undoImport(app: FrameLocator) {
  await app.getByRole("button", { name: "Undo this import" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await app.getByRole("heading", { name: "The import was undone" }).waitFor();
}

test("a workbook with new, changed, invalid, and duplicate rows is corrected, imported, and undone", async () => {
  const student = await registerStudent("Ivo");
  await waitForStudent(student.email);
  const rows = [
    ["E-Mail address", "First Name", "Last Name", "Start Date", "AS400 ID", "School", "Shoe size"],
    [
      mail("ann"),
      "Ann",
      "Lee",
      formatted(46_266, "m/d/yy"),
      formatted(123, "00000000"),
      "Harbor College",
      38,
    ],
    [student.email.toUpperCase(), "", "", null, "000456", "Another School", 44],
    ["bo at imports", "Bo", "Ray", null, "", "", 40],
    [` ${mail("ANN")} `, "Ann", "Again", null, "", "", 38],
  ];
  const { app, page, rowOf, search } = await openStudents();
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const chooser = page.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Import", exact: true }).click();
  await (await chooser).setFiles(await fileOf("people.xlsx", workbookFile({ People: rows })));

  await app.getByText("4 rows, headings in row 1.").waitFor();
  await app.getByText("Leaves the field as it is").click();
  await app.getByRole("button", { name: "Check 4 rows" }).click();
  await app
    .getByText("The import adds 1 student to the store and changes 1 student.", { exact: false })
    .waitFor();
  const preview = app.getByRole("table", { name: "rows" }).getByRole("row");
  await preview.filter({ hasText: "Another School" }).getByText("Changed", { exact: true }).waitFor();
  await preview.filter({ hasText: student.email.toUpperCase() }).getByText("Harbor College").waitFor();
  await preview.filter({ hasText: "Repeated" }).waitFor();

  await app.getByRole("tab", { name: /Refused/ }).click();
  // The other tab shows this cell, too.
  await app.getByText("1 record", { exact: true }).waitFor();
  const cell = app.getByRole("textbox", { name: "E-Mail address, row 4" });
  await cell.fill(mail("bo"));
  await cell.press("Enter");
  await app.getByText("Row 4 is corrected.").first().waitFor();
  await app.getByRole("button", { name: "Import 3 rows" }).click();
  await app.getByText("Import of people.xlsx").waitFor();
  await app.getByText("3 done").first().waitFor();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();

  await app
    .getByRole("button", { name: "See the students" })
    .or(app.getByRole("link", { name: "See the students" }))
    .click();
  await search(stamp);
  await rowOf(mail("ann")).waitFor();
  await rowOf(mail("bo")).waitFor();
  expect(documents).toBe(0);
  expect(await inStore(mail("ann"))).toMatchObject({
    displayName: "Ann Lee",
    stp_startDate: "2026-09-01",
    profile_as400_id: "00000123",
    stp_school: "Harbor College",
  });
  expect(await tagsInStore(student.id)).toContain("as400_id:000456");

  await app.getByRole("link", { name: "What can be imported, and earlier imports" }).click();
  await app.getByRole("link", { name: "people.xlsx" }).first().click();
  await undoImport(app);
  const emails = await emailsInStore(DEMO);
  expect(emails).not.toContain(mail("ann"));
  expect(emails).not.toContain(mail("bo"));
  expect(await tagsInStore(student.id)).not.toContain("as400_id:000456");
});

test("a zip bomb is refused unsent; with the keyboard, an Excel CSV with a hostile heading arrives in several requests, and continues after a reload", async () => {
  const { app, page } = await openAdmin({ path: "/students/import" });
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/students/import")) posts.push(request.url());
  });
  await app.getByRole("button", { name: "Choose a spreadsheet" }).waitFor();
  const blanks = " ".repeat(9_000_000);
  await app
    .locator("input[type=file]")
    .setInputFiles(await fileOf("bomb.xlsx", await xlsxOfRows(`<row r="1"/>${blanks}`)));
  await app.getByText("Unpacked, this file is far larger").waitFor();
  expect(posts).toEqual([]);

  const invalid = Array.from({ length: 1_200 }, (_row, index) => `invalid ${index};Ada;x;y`);
  const csv = `Email;First Name;__proto__;constructor\r\n${mail("renee")};Ren\xe9e;x;y\r\n${invalid.join("\r\n")}`;
  await page.locator("iframe").focus();
  const chooser = page.waitForEvent("filechooser");
  await pressTabUntil(page, app, /^Choose /);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(await fileOf("excel.csv", latinBytes(csv)));

  await app.getByText("1,201 rows, headings in row 1.").waitFor();
  await app.getByText("This column is ignored.").nth(1).waitFor();
  await page.locator("iframe").focus();
  await pressTabUntil(page, app, /^keep$/);
  await page.keyboard.press("Space");
  await pressTabUntil(page, app, /^Check 1,201 rows$/);
  await page.keyboard.press("Enter");
  await app.getByRole("tab", { name: /Created/ }).waitFor();
  expect(posts.length).toBeGreaterThan(1);
  await app.getByText("Renée").waitFor();
  // Each refused row has a reason.
  await app.getByRole("tab", { name: /Refused.*1,200/ }).waitFor();
  await expect.poll(() => app.locator(":focus").first().innerText()).toContain("Import excel.csv");

  // Opening the URL again continues the import.
  await page.reload();
  await waitForHydration(page);
  await app.getByText("Renée").waitFor();
  await page.locator("iframe").focus();
  await pressTabUntil(page, app, /^Import 1 row$/);
  await page.keyboard.press("Enter");
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  await undoImport(app);
});

/** Presses Tab until the focused element has this name or value. */
async function pressTabUntil(page: Page, app: FrameLocator, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const focused = await app
      .locator(":focus")
      .first()
      .evaluate((element) => element.getAttribute("value") ?? element.textContent, undefined, {
        timeout: withMachineFactor(1_000),
      })
      .catch(() => "");
    if (name.test(focused ?? "")) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Sixty Tabs do not reach ${name}.`);
}
