/** The Salsify page: metafields are chosen, and their report is created and downloaded. */
import fs from "node:fs";
import { readXlsx } from "hucre";
import { expect, test, vi } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

interface Field {
  field: string;
  active: boolean;
  delimiter: string;
}
const readField = async (name: string): Promise<Field | undefined> =>
  ((await callApi("1", "GET", "/salsify/getFields")).body as Field[]).find(({ field }) => field === name);

test("metafields are chosen, and their report is created and downloaded", async () => {
  // The store's products are being read until the mirror is complete. Until then, a report is refused.
  await vi.waitFor(
    async () => {
      const { rebuiltAt } = (await callApi("1", "GET", "/products/mirror")).body as {
        rebuiltAt: string | null;
      };
      if (!rebuiltAt) throw new Error("The mirror of products isn't complete yet.");
    },
    { timeout: withMachineFactor(60_000), interval: 250 },
  );
  // A retry begins like the first attempt.
  await callApi("1", "POST", "/salsify/selectAllFields", { active: false });
  const { app, page } = await openAdmin({ path: "/salsify" });
  await app.getByText(/metafield\(s\) loaded\. No activated for monitoring metafields found\./).waitFor();
  await app.getByRole("button", { name: "Generate Report" }).click();
  await app.getByText("Error generating report: No activated for monitoring metafields found.").waitFor();

  await app.getByRole("textbox", { name: "Search" }).fill("specs.");
  await app.getByLabel("Monitor specs.care").check();
  await app.getByText("Metafield activated for monitoring").waitFor();
  const delimiter = app.getByLabel("Delimiter of specs.care");
  await delimiter.fill("|");
  await delimiter.press("Enter");
  await app.getByText("Delimiter saved").waitFor();
  expect(await readField("specs.care")).toMatchObject({ active: true, delimiter: "|" });

  await app.getByRole("button", { name: "Select All Fields and Save", exact: true }).click();
  await app.getByText(/^\d+ activated for monitoring\.$/).waitFor();
  await expect.poll(() => app.getByLabel("Monitor specs.material").isChecked()).toBe(true);
  await app.getByRole("button", { name: "Generate Report" }).click();
  await app
    .getByText("Request for generating report is submitted. Email will be send on completion.")
    .waitFor();
  await app.getByText(/^The report is ready: Monitored metafields\./).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    app
      .getByRole("button", { name: /^Download .*Salsify_report/ })
      .first()
      .click(),
  ]);
  const { sheets } = await readXlsx(fs.readFileSync(await download.path()));
  expect(sheets.map(({ name }) => name)).toEqual(["Values", "Changes", "Completeness", "About this report"]);
});
