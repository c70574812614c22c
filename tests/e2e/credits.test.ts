/** Credits: from a new customer to the store credit account and the ledger. */
import { Buffer } from "node:buffer";
import { afterEach, expect, test } from "vitest";
import { namelessControls } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { clearFaults, injectOperationFaults } from "../support/store-shop.ts";

const HEADINGS = "Email,Credit,Adjustment,Reference";
const csv = (...rows: string[]) => ({
  name: "credits.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADINGS, ...rows].join("\n")),
});

async function removeLimit(): Promise<void> {
  const { status } = await callApi("1", "PUT", "/credits/approvals/limit", { amount: null });
  expect(status).toBe(200);
  // Without a second person, no limit at all would wait for a day.
  const { body } = await callApi("2", "GET", "/safeguards");
  for (const { id } of body.list) await callApi("2", "POST", `/safeguards/${id}/agree`);
}

afterEach(async () => {
  await clearFaults();
  await removeLimit();
});

test("credit is issued, adjusted, canceled, imported, and reconciled", {
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

  await app.getByRole("button", { name: "Adjust Balance" }).click();
  const panel = app.getByRole("region", { name: "Adjust Balance" });
  expect(await panel.getByLabel("Adjustment").inputValue()).toBe("0");
  expect(await panel.getByRole("button", { name: "Submit" }).isDisabled()).toBe(true);
  await customers.getByRole("checkbox", { name: /^Select all/ }).check();
  expect(await panel.getByLabel("Adjustment").inputValue()).toBe("");
  await panel.getByLabel("Adjustment").fill("5.25");
  await panel.getByLabel("Reference").fill("Correction");
  await panel.getByRole("button", { name: "Submit" }).click();
  const outcomes = app.getByRole("region", { name: "Outcomes" });
  await outcomes.getByText("The customer doesn't have that much credit.").waitFor();
  await outcomes.getByText("1 of 2 customers confirmed, 1 failed").waitFor();
  await annRow.getByText("$15.25", { exact: true }).waitFor();
  await benRow.getByText("$3.00", { exact: true }).waitFor();

  // Shopify denies the required scope, so the operation stays pending.
  await injectOperationFaults("StoreCreditDebit", { denied: 1 });
  await annRow.getByRole("checkbox").check();
  await app.getByRole("button", { name: "Adjust Balance" }).click();
  await panel.getByLabel("Adjustment").fill("2");
  await panel.getByLabel("Reference").fill("Stuck");
  await panel.getByRole("button", { name: "Submit" }).click();
  await outcomes.getByText("Shopify denies access").waitFor();
  await annRow.getByText("-$2.00 on its way").waitFor();
  await app.getByRole("tab", { name: "Transactions" }).click();
  await app.getByPlaceholder("Customer, email or reference").fill(ann);
  const ledger = app.getByRole("table", { name: "transactions" });
  const stuck = ledger.getByRole("row").filter({ hasText: "Stuck" });
  await stuck.getByText("Shopify denies access").waitFor();
  await stuck.getByRole("button", { name: "Cancel: Stuck" }).click();
  const cancelDialog = app.getByRole("dialog", { name: "Cancel this transaction?" });
  await cancelDialog.getByText("keeps $2.00: “Stuck”.").waitFor();
  await cancelDialog.getByLabel("Reason").fill("No longer needed");
  await cancelDialog.getByRole("button", { name: "Cancel transaction" }).click();
  await app
    .getByText(/^Canceled\. The transaction wasn't sent to Shopify/)
    .first()
    .waitFor();
  await stuck.getByText("Canceled by Olivia Owner: No longer needed").waitFor();
  await stuck.getByText("Failed", { exact: true }).waitFor();
  await stuck.getByRole("button").waitFor({ state: "detached" });
  await clearFaults();
  await app.getByRole("tab", { name: "Manage Credits" }).click();
  await app.getByPlaceholder("Search Customers").fill(unique);
  await annRow.getByText("$15.25", { exact: true }).waitFor();
  await annRow.getByText("on its way").waitFor({ state: "detached" });

  await app.getByRole("button", { name: "Add Customer" }).press("Enter");
  await app.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect.poll(() => app.locator(":focus").first().innerText()).toBe("Add Customer");

  const chooser = page.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Import", exact: true }).click();
  await (await chooser).setFiles(csv(`${ann},5.25,,A gift`, `${ben},,1,Too much`));
  await app.getByRole("button", { name: "Check 2 rows" }).click();
  const preview = app.getByRole("table", { name: "rows" }).getByRole("row");
  await preview.filter({ hasText: ann }).getByText("$20.50").waitFor();
  await preview.filter({ hasText: ben }).getByText("$2.00").waitFor();
  await app.getByRole("button", { name: "Import 2 rows" }).click();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  const seeRows = { name: "See the credit rows" };
  await app.getByRole("button", seeRows).or(app.getByRole("link", seeRows)).click();
  await app.getByPlaceholder("Search Customers").fill(unique);
  await annRow.getByText("$20.50", { exact: true }).waitFor();
  await benRow.getByText("$2.00", { exact: true }).waitFor();

  await app.getByRole("link", { name: `Statement of ${ann}` }).click();
  await app.getByText("Balance $20.50").waitFor();
  await app.getByText("A gift").waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("link", { name: "Compare with Shopify" }).click();
  await app.getByText("Ledger: $20.50").waitFor();
  await app.getByText("Shopify: $20.50, as of").waitFor();
  expect(await namelessControls(app)).toEqual([]);

  const reconciliation = { name: "Reconciliation" };
  await app.getByRole("button", reconciliation).or(app.getByRole("link", reconciliation)).click();
  await app.getByRole("button", { name: "Check now" }).click();
  await app.getByRole("heading", { name: "All balances match" }).waitFor();
  await app.getByText(/^Ledger checked .* is owed to customers\.$/).waitFor();
});

test("amounts above the limit need a second approver, lists and a statement can be exported, and on a laptop long references fit", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const unique = Date.now().toString(36);
  const call = async (method: string, path: string, body: object) =>
    expect((await callApi("1", method, path, body)).status).toBe(200);
  await call("PUT", "/credits/approvals/limit", { amount: "14000" });
  const email = `margaret.${unique}@university-of-somewhere.example`;
  const reference = "Compensation for a damaged shipment, ticket 48812";
  await call("POST", "/credits/customer", { email, amount: "12500", reference });
  const path = `/credits?tab=manageCredits&q=${unique}`;
  const { app, page } = await openAdmin({ path, viewport: { width: 1280, height: 800 } });
  const margaret = app.getByRole("table", { name: "customers" }).getByRole("row").filter({ hasText: unique });
  await margaret.getByText("$12,500.00", { exact: true }).waitFor();
  await margaret.getByRole("checkbox").check();
  await app.getByRole("button", { name: "Issue Credit" }).click();
  const panel = app.getByRole("region", { name: "Issue Credit" });
  await panel.getByLabel("Credit").fill("14995");
  await panel.getByLabel("Reference").fill(`Large ${unique}`);
  await panel.getByRole("button", { name: "Submit" }).click();
  const approvals = app.getByRole("region", { name: "Approvals" });
  await approvals.getByText("another administrator must approve your request").first().waitFor();

  const { app: second, page: secondPage } = await openAdmin({
    path: "/credits?tab=manageCredits",
    administrator: "2",
  });
  await second.getByRole("button", { name: new RegExp(`^\\d+ customers? of Large ${unique}$`) }).click();
  await second.getByText("$12,500.00 now").waitFor();
  await second.getByRole("button", { name: `Approve: Large ${unique}` }).click();
  const outcomes = second.getByRole("region", { name: "Outcomes" });
  await outcomes.getByText("would have more than $15,000.00, which is Shopify's limit").waitFor();
  await outcomes.getByText("0 of 1 customer confirmed, 1 failed").waitFor();
  await secondPage.close();
  await approvals.getByRole("button", { name: /^Recently decided/ }).click();
  const decided = app.getByRole("dialog", { name: "Recently decided" });
  await decided.getByText("Approved by Carl Credit").first().waitFor();
  await page.keyboard.press("Escape");
  await decided.waitFor({ state: "detached" });

  await app.getByRole("button", { name: "Export Filtered" }).click();
  await app.getByText("The spreadsheet is ready to be downloaded.").first().waitFor();

  await removeLimit();
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
