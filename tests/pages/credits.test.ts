import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf, grantAccess, signedInCalls } from "../support/calls.ts";
import { ledgerServices, transactions } from "../support/ledger.ts";
import { clickButton, fillIn, isDisabled, rowOf, valueIn } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { DEMO, openTestShop, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
beforeAll(async () => {
  shop = await openTestShop("pages_credits");
  await signedInCalls(shop);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showCredits"]);
  ledger = await ledgerServices(shop);
});
afterAll(() => shop.close());

/** Leaves a transaction as an attempt does that Shopify has refused, and that is made again later. */
async function holdUp(reference: string, problem: string): Promise<void> {
  const [{ requeuePosting }, { withShop }, [transaction]] = await Promise.all([
    import("~/domain/ledger/settle.server"),
    import("~/platform/db/with-shop.server"),
    transactions(reference),
  ]);
  await withShop(DEMO, (tx) => requeuePosting(tx, DEMO, transaction?.id ?? "", problem, new Date()));
}

const PAGE = "/credits?tab=manageCredits";

const region = async (name: string) => within(await screen.findByRole("region", { name }));

test("a customer is added with credit, and several are adjusted, each with an outcome", async () => {
  const { credits } = await callsOf();
  const opening = { email: "ben@credits.example", amount: "3", reference: "New account" };
  await credits.addCustomer({ headers: {}, body: opening });
  await openConsole(shop, PAGE);
  fireEvent.click(await screen.findByRole("button", { name: "Add Customer" }));
  const adding = await region("Add Customer");
  expect([valueIn("Credit", adding), valueIn("Reference", adding)]).toEqual(["0", "New account"]);
  fillIn("Email", "ann@credits.example", adding);
  fillIn("Credit", "20.50", adding);
  clickButton("Submit", adding);
  await screen.findByText("ann@credits.example was added.", { exact: false });
  await ledger.dispatch();
  cleanup();

  await openConsole(shop, PAGE);
  await screen.findByRole("table", { name: "customers" });
  rowOf("ann@credits.example").getByText("$20.50", { exact: true });
  rowOf("ben@credits.example").getByText("$3.00", { exact: true });
  clickButton("Adjust Balance");
  const panel = await region("Adjust Balance");
  expect(valueIn("Adjustment", panel)).toBe("0");
  expect(isDisabled("Submit", panel)).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Select all/ }));
  expect(valueIn("Adjustment", panel)).toBe("");
  fillIn("Adjustment", "5.25", panel);
  fillIn("Reference", "Correction", panel);
  clickButton("Submit", panel);
  const outcomes = await region("Outcomes");
  await ledger.dispatch();
  await outcomes.findByText("1 of 2 customers confirmed, 1 failed", { exact: false });
  outcomes.getByText("The customer doesn't have that much credit.", { exact: false });
});

test("a transaction that wasn't sent is canceled with a reason", async () => {
  await openConsole(shop, PAGE);
  await screen.findByRole("table", { name: "customers" });
  fireEvent.click(rowOf("ann@credits.example").getByRole("checkbox"));
  clickButton("Adjust Balance");
  const panel = await region("Adjust Balance");
  fillIn("Adjustment", "2", panel);
  fillIn("Reference", "Stuck", panel);
  clickButton("Submit", panel);
  await (await region("Outcomes")).findByText("Pending");
  await waitFor(() => rowOf("ann@credits.example").getByText("-$2.00 on its way"));
  await holdUp("Stuck", "Shopify denies access.");

  fireEvent.click(screen.getByRole("tab", { name: "Transactions" }));
  await screen.findByRole("table", { name: "transactions" });
  rowOf("Stuck").getByText("Shopify denies access.", { exact: false });
  clickButton("Cancel: Stuck", rowOf("Stuck"));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this transaction?" }));
  dialog.getByText("keeps $2.00: “Stuck”.", { exact: false });
  fillIn("Reason", "No longer needed", dialog);
  clickButton("Cancel transaction", dialog);
  await screen.findByText(/^Canceled\. The transaction wasn't sent to Shopify/);
  await waitFor(() => rowOf("Stuck").getByText("Failed", { exact: true }));
  rowOf("Stuck").getByText("Canceled by Olivia Owner: No longer needed", { exact: false });
  expect(rowOf("Stuck").queryByRole("button")).toBeNull();

  fireEvent.click(screen.getByRole("tab", { name: "Manage Credits" }));
  await screen.findByRole("table", { name: "customers" });
  rowOf("ann@credits.example").getByText("$15.25", { exact: true });
  expect(screen.queryByText(/on its way/)).toBeNull();
});

test("an amount above the limit waits for another administrator, who learns what Shopify refuses", async () => {
  const { credits } = await callsOf();
  await credits.saveApprovalLimit({ amount: "14000" });
  await openConsole(shop, PAGE);
  await screen.findByRole("table", { name: "customers" });
  fireEvent.click(rowOf("ann@credits.example").getByRole("checkbox"));
  clickButton("Issue Credit");
  const panel = await region("Issue Credit");
  fillIn("Credit", "14995", panel);
  fillIn("Reference", "Large", panel);
  clickButton("Submit", panel);
  await (await region("Approvals")).findByText(/another administrator must approve your request/);
  expect(isDisabled("Approve: Large")).toBe(true);
  cleanup();

  await openConsole(shop, PAGE, { administrator: "2" });
  fireEvent.click(await screen.findByRole("button", { name: "1 customer of Large" }));
  await screen.findByText("ann@credits.example: $15.25 now", { exact: false });
  clickButton("Approve: Large");
  await ledger.dispatch();
  const outcomes = await region("Outcomes");
  await outcomes.findByText("would have more than $15,000.00, which is Shopify's limit", { exact: false });
  outcomes.getByText("0 of 1 customer confirmed, 1 failed", { exact: false });
  cleanup();

  await openConsole(shop, PAGE);
  fireEvent.click(await screen.findByRole("button", { name: /^Recently decided/ }));
  const decided = within(await screen.findByRole("dialog", { name: "Recently decided" }));
  decided.getByText(/Approved by Carl Credit/);
});

test("dates in a wrong order are named, and those in order aren't, also when they are in the future", async () => {
  await openConsole(shop, "/credits?tab=transactions&startDate=03/05/2026&endDate=03/04/2026");
  expect((await screen.findByRole("alert")).textContent).toBe("The start date is after the end date.");
  screen.getByText("Correct the dates.");
  screen.getByRole("button", { name: "Look at all dates" });
  cleanup();
  await openConsole(shop, "/credits?tab=transactions&startDate=03/04/2036&endDate=03/04/2037");
  await screen.findByRole("button", { name: "Look at all dates" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a transaction is reversed with a reason, and its statement says where each cent went", async () => {
  await openConsole(shop, "/credits?tab=transactions&q=ann@credits.example");
  await screen.findByRole("table", { name: "transactions" });
  clickButton("Reverse: Correction", rowOf("Correction"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Corrected twice" } });
  clickButton("Reverse", dialog);
  await waitFor(() => rowOf("Correction").getByText("Reversed"));
  await ledger.dispatch();
  expect(rowOf("Correction").queryByRole("button", { name: /^Reverse/ })).toBeNull();

  fireEvent.click(screen.getByRole("tab", { name: "Manage Credits" }));
  await screen.findByRole("table", { name: "customers" });
  fireEvent.click(screen.getByRole("link", { name: "Statement of ann@credits.example" }));
  await screen.findByText("Balance $20.50", { exact: false });
  screen.getByText("Corrected twice", { exact: false });
  // Beside the balance, and in the menu of a narrow page.
  fireEvent.click(screen.getAllByRole("link", { name: "Compare with Shopify" })[0] as HTMLElement);
  await screen.findByText("Ledger: $20.50", { exact: false });
  screen.getByText("Shopify: $20.50, as of", { exact: false });
});

test("a reversal above the limit waits, with the way to its approval instead of Reverse", async () => {
  const { credits } = await callsOf();
  await credits.saveApprovalLimit({ amount: "1" });
  await openConsole(shop, "/credits?tab=transactions&q=ben@credits.example");
  await screen.findByRole("table", { name: "transactions" });
  clickButton("Reverse: New account");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Not his" } });
  clickButton("Reverse", dialog);
  await screen.findByText("Reversal waiting");
  screen.getByTitle("Requested by Olivia Owner. It waits for approval.");
  const link = screen.getByRole("link", { name: "Approval: reversal of New account" });
  expect(link.getAttribute("href")).toBe(PAGE);
  expect(screen.queryByRole("button", { name: /^Reverse/ })).toBeNull();
});
