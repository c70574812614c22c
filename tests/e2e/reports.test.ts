/** Reports: a workbook is created, downloaded, linked in an email, and scheduled. */
import fs from "node:fs";
import { readXlsx } from "hucre";
import { expect, test, vi } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { waitForMail } from "../support/store-mail.ts";

test("a report is created, followed, downloaded, opened from its email's link, and scheduled", async () => {
  const { app, page } = await openAdmin({ path: "/bundleReport" });
  await app.getByText("Select date From, date To and click Generate Report button").waitFor();
  const generate = app.getByRole("button", { name: "Generate Report" });
  for (const label of ["Bundle Report", "Component Report"]) await app.getByLabel(label).uncheck();
  await generate.click();
  await app.getByText("Please select atleast one report type").waitFor();
  await app.getByLabel("Component Report").check();

  // The store's orders are being read until the mirror is complete. A report fails until then.
  const ready = app.getByText(/^The report is ready: .*, Component Report\./);
  await vi.waitFor(
    async () => {
      const { rebuiltAt } = (await callApi("1", "GET", "/orders/mirror")).body as {
        rebuiltAt: string | null;
      };
      if (!rebuiltAt) throw new Error("The mirror of orders isn't complete yet.");
    },
    { timeout: withMachineFactor(60_000), interval: 250 },
  );
  await generate.click();
  await ready.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    app
      .getByRole("button", { name: /^Download .*Bundle_report/ })
      .first()
      .click(),
  ]);
  const { sheets } = await readXlsx(fs.readFileSync(await download.path()));
  expect(sheets.map(({ name }) => name)).toEqual(["Components", "Components by order", "About this report"]);

  // What the page shows, narrowed, is what its export has.
  await app.getByRole("link", { name: /^Components by order/ }).click();
  const narrowing = app.getByLabel("Payment");
  await narrowing.waitFor();
  const [, payment = ""] = await narrowing.locator("option").allTextContents();
  await narrowing.selectOption({ label: payment });
  const [shown] = await Promise.all([
    page.waitForEvent("download"),
    app.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(shown.suggestedFilename()).toMatch(/^Bundle_report_Components_by_order_.*\.csv$/);
  const [titles = "", ...lines] = fs
    .readFileSync(await shown.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(titles).toMatch(/^\uFEFF?Order,Date,Payment,.*,Customer$/);
  expect(lines).toHaveLength(Number(/\((\d+)\)$/.exec(payment)?.[1]));

  await app.getByRole("button", { name: "Change recipients and format" }).click();
  const recipients = app.getByLabel("Also email it to (optional)");
  const outside = `agency.${Date.now().toString(36)}@example.com`;
  await recipients.fill(outside);
  const done = app.getByRole("button", { name: "Done", exact: true });
  await done.click();
  await generate.click();
  await app.getByText(`${outside} isn't an administrator with access to this page`).first().waitFor();
  await app.getByLabel("The email has").selectOption({ label: "The file attached, for anyone" });
  await done.click();
  await generate.click();
  await waitForMail(outside, /The file is attached to this email\./);
  await app.getByText(new RegExp(`mailed to .*${outside}`)).waitFor();

  await app.getByRole("button", { name: "Schedule" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("When").selectOption("weekly");
  await dialog.getByLabel("Also email it to (optional)").fill(outside);
  await dialog.getByLabel("The email has").selectOption("attachment");
  await dialog.getByRole("button", { name: "Save" }).click();
  await app.getByText(/^Every Monday, for the week before, at 6:00 AM/).waitFor();
  await app.getByText(`To Olivia Owner, also to ${outside}, with the file attached`).waitFor();
  await app.getByRole("button", { name: /^Remove the schedule/ }).click();
  await app.getByText("Schedule the report to get it by email").waitFor();

  const runs = (await callApi("1", "GET", "/reports/bundleReport/runs")).body as { list: { id: string }[] };
  const linked = await openAdmin({ path: `/bundleReport?run=${runs.list[0]?.id}` });
  await linked.app.getByText(/^The report is ready/).waitFor();
});

test("the Knot report takes no date after today, and has its file", async () => {
  const { app } = await openAdmin({ path: "/knotReport" });
  const to = app.getByRole("textbox", { name: "To" });
  const today = await to.inputValue();
  await to.fill("12/31/2199");
  await to.blur();
  expect(await to.inputValue()).toBe(today);
  await app.getByRole("textbox", { name: "From" }).fill("01/01/2026");
  await app.getByRole("button", { name: "Generate Report" }).click();
  await app.getByText(/^The report is ready: 01\/01\/2026 to /).waitFor();
  await app
    .getByRole("button", { name: /^Download .*Knot_report/ })
    .first()
    .waitFor();
});
