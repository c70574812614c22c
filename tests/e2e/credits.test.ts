/** Credits: from a new customer to the store credit account and the ledger. */
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { namelessControls } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

const HEADINGS = "Email,Credit,Adjustment,Reference";
const csv = (...rows: string[]) => ({
  name: "credits.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADINGS, ...rows].join("\n")),
});

test("credit is issued, imported, and reconciled", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const unique = Date.now().toString(36);
  const [ann, ben] = [`ann.${unique}@credits.example`, `ben.${unique}@credits.example`];
  const opening = { email: ben, amount: "3", reference: "New account" };
  expect((await callApi("1", "POST", "/credits/customer", opening)).status).toBe(200);
  const { app, page } = await openAdmin({ path: "/credits" });
  const customers = app.getByRole("table", { name: "customers" });
  await app.getByRole("button", { name: "Add Customer" }).click();
  const adding = app.getByRole("region", { name: "Add Customer" });
  expect(await adding.getByLabel("Credit").inputValue()).toBe("0");
  expect(await adding.getByLabel("Reference").inputValue()).toBe("New account");
  await adding.getByLabel("Email").fill(ann);
  await adding.getByLabel("Credit").fill("20.50");
  await adding.getByRole("button", { name: "Submit" }).click();
  await app.getByText(`${ann} was added.`).first().waitFor();
  await app.getByPlaceholder("Search Customers").fill(unique);
  const annRow = customers.getByRole("row").filter({ hasText: ann });
  const benRow = customers.getByRole("row").filter({ hasText: ben });
  await annRow.getByText("$20.50", { exact: true }).waitFor();
  await benRow.getByText("$3.00", { exact: true }).waitFor();
  await app.getByText("page 1 of 1").waitFor();
  // Other customers have credit too, so "all" requires the search's results.
  await expect.poll(() => customers.getByRole("row").count()).toBe(3);

  await app.getByRole("button", { name: "Add Customer" }).press("Enter");
  await app.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect.poll(() => app.locator(":focus").first().innerText()).toBe("Add Customer");

  const chooser = page.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Import", exact: true }).click();
  await (await chooser).setFiles(csv(`${ann},5.25,,A gift`, `${ben},,1,Too much`));
  await app.getByRole("button", { name: "Check 2 rows" }).click();
  const preview = app.getByRole("table", { name: "rows" }).getByRole("row");
  await preview.filter({ hasText: ann }).getByText("$25.75").waitFor();
  await preview.filter({ hasText: ben }).getByText("$2.00").waitFor();
  await app.getByRole("button", { name: "Import 2 rows" }).click();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  const seeRows = { name: "See the credit rows" };
  await app.getByRole("button", seeRows).or(app.getByRole("link", seeRows)).click();
  await app.getByPlaceholder("Search Customers").fill(unique);
  await annRow.getByText("$25.75", { exact: true }).waitFor();
  await benRow.getByText("$2.00", { exact: true }).waitFor();

  await app.getByRole("link", { name: `Statement of ${ann}` }).click();
  await app.getByText("Balance $25.75").waitFor();
  await app.getByText("A gift").waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("link", { name: "Compare with Shopify" }).click();
  await app.getByText("Ledger: $25.75").waitFor();
  await app.getByText("Shopify: $25.75, as of").waitFor();
  expect(await namelessControls(app)).toEqual([]);

  const reconciliation = { name: "Reconciliation" };
  await app.getByRole("button", reconciliation).or(app.getByRole("link", reconciliation)).click();
  await app.getByRole("button", { name: "Check now" }).click();
  await app.getByRole("heading", { name: "All balances match" }).waitFor();
  await app.getByText(/^Ledger checked .* is owed to customers\.$/).waitFor();
});

test("lists and a statement can be exported, and on a laptop long references fit", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const unique = Date.now().toString(36);
  const email = `margaret.${unique}@university-of-somewhere.example`;
  const reference = "Compensation for a damaged shipment, ticket 48812";
  const margaretsCredit = { email, amount: "12500", reference };
  expect((await callApi("1", "POST", "/credits/customer", margaretsCredit)).status).toBe(200);
  const path = `/credits?tab=manageCredits&q=${unique}`;
  const { app, page } = await openAdmin({ path, viewport: { width: 1280, height: 800 } });
  const margaret = app.getByRole("table", { name: "customers" }).getByRole("row").filter({ hasText: unique });
  await margaret.getByText("$12,500.00", { exact: true }).waitFor();
  await app.getByRole("button", { name: "Export Filtered" }).click();
  await app.getByText("The spreadsheet is ready to be downloaded.").first().waitFor();

  await app.getByRole("tab", { name: "Transactions" }).click();
  await app.getByPlaceholder("Customer, email or reference").fill(email);
  const row = app.getByRole("row").filter({ hasText: reference });
  await row.getByRole("button", { name: `Reverse: ${reference}` }).waitFor();
  const cell = (text: string) => row.getByRole("cell").filter({ hasText: text });
  expect((await cell(reference).boundingBox())?.width).toBeGreaterThan(150);
  expect(await cell("+$12,500.00").evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  const edges = await row.evaluate((one) => [one.getBoundingClientRect().right, innerWidth] as const);
  expect(edges[0]).toBeLessThanOrEqual(edges[1]);
  await row.getByRole("button", { name: `Reverse: ${reference}` }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The parcel was found after all, and arrived undamaged");
  await dialog.getByRole("button", { name: "Reverse" }).click();
  await row.getByText("Reversed").waitFor();
  expect(await row.locator("[title='Olivia Owner']").count()).toBe(1);
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(52);

  await app.getByRole("tab", { name: "Manage Credits" }).click();
  await app.getByPlaceholder("Search Customers").fill(unique);
  await margaret.getByRole("link", { name: /^Statement of/ }).click();
  await app.getByText("Balance $0.00").waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    app.getByRole("button", { name: "Save as a spreadsheet" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^Statement_.*\.xlsx$/);
});
