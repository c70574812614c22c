/** Credits (third specification text, section 2): from a new customer to the store's own account, and back in the ledger. */
import { expect, test } from "vitest";
import { openAdmin } from "../support/browser.ts";

test("credit is issued to the selected, reaches the store, is adjusted and reversed, and the ledger shows each step", async () => {
  const unique = Date.now().toString(36);
  const { app } = await openAdmin({ path: "/credits" });
  const customers = app.getByRole("table", { name: "customers" });
  for (const who of ["ann", "ben"]) {
    await app.getByRole("button", { name: "Add Customer" }).click();
    const panel = app.getByRole("region", { name: "Add Customer" });
    expect(await panel.getByLabel("Credit").inputValue()).toBe("0");
    expect(await panel.getByLabel("Reference").inputValue()).toBe("New account");
    await panel.getByLabel("Email").fill(`${who}.${unique}@credits.example`);
    await panel.getByLabel("Credit").fill(who === "ann" ? "20.50" : "3");
    await panel.getByRole("button", { name: "Submit" }).click();
    await app.getByText(`${who}.${unique}@credits.example was added.`).first().waitFor();
  }
  await app.getByPlaceholder("Search Customers").fill(unique);
  const ann = customers.getByRole("row").filter({ hasText: `ann.${unique}` });
  const ben = customers.getByRole("row").filter({ hasText: `ben.${unique}` });
  await ann.getByText("$20.50", { exact: true }).waitFor();
  await ben.getByText("$3.00", { exact: true }).waitFor();
  await app.getByText("page 1 of 1").waitFor();

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
  await outcomes.getByText("The customer does not have that much credit.").waitFor();
  await outcomes.getByText("1 of 2 customers confirmed, 1 failed").waitFor();
  await ann.getByText("$15.25", { exact: true }).waitFor();
  await ben.getByText("$3.00", { exact: true }).waitFor();

  await app.getByRole("tab", { name: "Transactions" }).click();
  const ledger = app.getByRole("table", { name: "transactions" });
  await app.getByPlaceholder("Customer, e-mail or reference").fill(`ann.${unique}`);
  const correction = ledger.getByRole("row").filter({ hasText: "Correction" });
  await correction.getByText("-$5.25").waitFor();
  await correction.getByText("Olivia Owner").waitFor();
  await app.getByRole("button", { name: "Advanced Search" }).click();
  const advanced = app.getByRole("region", { name: "Advanced Search" });
  await advanced.getByRole("checkbox", { name: "Refund" }).check();
  await app.getByText("No records found.").waitFor();
  await advanced.getByRole("checkbox", { name: "Adjustment" }).check();
  await correction.waitFor();
  await ledger.getByText("New account").waitFor({ state: "detached" });
  await correction.getByRole("button", { name: "Reverse: Correction" }).click();
  const dialog = app.getByRole("dialog", { name: "Reverse this transaction?" });
  await dialog.getByLabel("Reason").fill("It was right before");
  await dialog.getByRole("button", { name: "Reverse" }).click();
  await dialog.waitFor({ state: "detached" });
  await correction.getByText("Reversed").waitFor();
  await app.getByRole("tab", { name: "Manage Credits" }).click();
  await app.getByPlaceholder("Search Customers").fill(unique);
  await ann.getByText("$20.50", { exact: true }).waitFor();
});
