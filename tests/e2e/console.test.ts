/** Jobs, Activity, and Settings. */
import type { FrameLocator } from "playwright";
import { afterEach, expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import {
  addTag,
  clearFaults,
  injectFaults,
  registerStudent,
  removeTag,
  tagsInStore,
} from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

afterEach(() => clearFaults());

test("a job shows each row's result, failed rows can be downloaded and retried, also with a pause; Activity shows decisions, and a view of it can be saved", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const [jim, kay, lou] = [
    await registerStudent("Jim"),
    await registerStudent("Kay"),
    await registerStudent("Lou"),
  ];
  const view = `Decisions ${Date.now().toString(36)}`;
  const { app, page, rowOf, reject } = await openStudents();
  for (const { email } of [jim, kay, lou]) await rowOf(email).waitFor();
  await reject(lou.name);
  await app.getByText(`${lou.name} is rejected.`).waitFor();
  await injectFaults({ webhookLost: 1 });
  await addTag(kay.id, "Disabled");
  await removeTag(kay.id, "Pending");
  await clearFaults();
  for (const { name } of [jim, kay]) await app.getByRole("checkbox", { name: `Select ${name}` }).check();
  await app.getByRole("button", { name: "Approve selected" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await app.getByText("1 approved, 1 failed").first().waitFor();

  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await app.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
  const job = app.getByRole("table", { name: "jobs" }).getByRole("row").nth(1);
  await job.getByText("Approve 2 students").waitFor();
  await job.getByText("Olivia Owner").waitFor();
  await job.getByText("Partly failed").waitFor();
  await job.getByRole("link", { name: "Approve 2 students" }).click();
  await app.getByRole("heading", { name: "Approve 2 students" }).waitFor();
  await rowWith(app, "rows", jim.email).getByText("Done", { exact: true }).waitFor();
  const failed = rowWith(app, "rows", kay.email);
  await failed.getByText("Failed", { exact: true }).waitFor();
  await failed.getByText(`${kay.name} is now Rejected, not Pending.`).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    app.getByRole("button", { name: "Download failed rows" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

  await addTag(kay.id, "Pending");
  await removeTag(kay.id, "Disabled");
  // Keeps the job running until it is paused.
  await injectFaults({ throttled: 1 });
  await app.getByRole("button", { name: "Retry failed rows" }).click();
  await app.getByRole("button", { name: "Pause “Approve 2 students”" }).click();
  await app.getByText("“Approve 2 students” is paused.").waitFor();
  await app.getByText(/ done · paused$/).waitFor();
  await clearFaults();
  await app.getByRole("button", { name: "Resume “Approve 2 students”" }).click();
  // The job's outcome is also its progress. The notice has the job's title, as that of the pause had.
  const outcome = app
    .locator("[aria-live]")
    .filter({ hasText: "Approve 2 students" })
    .getByText("2 approved");
  await expect.poll(() => outcome.count()).toBe(1);
  await rowWith(app, "rows", kay.email).getByText("Done", { exact: true }).waitFor();
  await expect.poll(() => tagsInStore(kay.id)).toContain("Approved");

  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await app.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
  const entry = rowWith(app, "changes", lou.name);
  await entry.getByText("Olivia Owner").waitFor();
  await entry.getByText("Pending").waitFor();
  await entry.getByText("Rejected").waitFor();

  const kind = app.getByRole("combobox", { name: "Kind of change" });
  await kind.selectOption({ index: 1 });
  await expect.poll(() => page.url()).toContain("kind=");
  await app.getByRole("button", { name: "Views" }).click();
  await app.getByRole("menuitem", { name: "Save as a view" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByRole("textbox").fill(view);
  await dialog.getByRole("button", { name: "Save" }).click();
  await app.getByText(`Saved the view "${view}".`).waitFor();
  await app.getByRole("button", { name: /^Remove Kind of change: / }).click();
  await expect.poll(() => page.url()).not.toContain("kind=");
  await app.getByRole("button", { name: "Views" }).click();
  await app.getByRole("menuitem", { name: view }).click();
  await expect.poll(() => page.url()).toContain("kind=");
});

test("Settings: a switch is saved with the save bar and undone, and a rebuild finds a customer whose webhook was lost", async () => {
  const { app, page } = await openAdmin({ path: "/settings" });
  await app.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await app.getByRole("link", { name: "General" }).click();
  const choice = app.getByRole("checkbox").first();
  await choice.check();
  await page.getByText("Unsaved changes").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText(/^Saved: /).waitFor();
  await app.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => app.getByRole("checkbox").first().isChecked()).toBe(false);

  await app.getByRole("link", { name: "Settings" }).click();
  await app.getByRole("link", { name: "Data" }).click();
  const { rebuiltAt } = (await callApi("1", "GET", "/mirror")).body;
  await injectFaults({ webhookLost: 1 });
  const mia = await registerStudent("Mia");
  await clearFaults();
  const search = { searchType: "Email", searchValue: mia.email };
  const found = async () => (await callApi("1", "POST", "/students/pending", search)).body.rows.length;
  expect(await found()).toBe(0);
  await app.getByRole("button", { name: "Rebuild customers" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Rebuild customers" }).click();
  await app.getByText("The mirror is being rebuilt.").waitFor();
  await expect
    .poll(async () => (await callApi("1", "GET", "/mirror")).body)
    .toMatchObject({ rebuilding: false, rebuiltAt: expect.not.stringMatching(rebuiltAt) });
  expect(await found()).toBe(1);
  await app.getByRole("link", { name: "Show the job" }).click();
  await app.getByText("Completed", { exact: true }).waitFor();

  // The whole face of the search button opens it, and an action opens its form.
  await app.getByRole("button", { name: /Find anything/ }).click();
  await app.getByRole("combobox", { name: /^Page, action/ }).fill("create event");
  await app.getByRole("option", { name: /Create an event/ }).click();
  await app.getByRole("dialog", { name: "Create Event" }).waitFor();
});

const rowWith = (app: FrameLocator, table: string, text: string) =>
  app.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });
