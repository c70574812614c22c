/** Reports: a workbook is created and downloaded, and its rows are exported. */
import fs from "node:fs";
import { readXlsx } from "hucre";
import { expect, test, vi } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

test("a report is created, followed and downloaded, and its rows are narrowed and exported; the Knot report takes no date after today", async () => {
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

  await page.getByRole("link", { name: "knot report", exact: true }).click();
  const to = app.getByRole("textbox", { name: "To" });
  await app.getByRole("heading", { name: "Knot Report", level: 1 }).waitFor();
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
