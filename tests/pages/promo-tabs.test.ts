/** The tabs of the promotion review: what they list, and what their buttons do. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAssignedSubmission, addSubmission } from "../integration/promo/support.ts";
import { callsOf } from "../support/calls.ts";
import { expectConsoleError } from "../support/console.ts";
import { clickButton, isDisabled, rowOf } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { lockRecord } from "../support/table-faults.ts";
import type { TestShop } from "../support/test-shop.ts";
import {
  COLLEAGUE,
  cellsOf,
  columns,
  OWNER,
  openPromoShop,
  optionsOf,
  query,
  tabTexts,
} from "./promo-shop.ts";

let shop: TestShop;
let reasons: Awaited<ReturnType<typeof openPromoShop>>["reasons"];
beforeAll(async () => {
  ({ shop, reasons } = await openPromoShop("pages_promo_tabs"));
});
afterAll(() => shop.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const mail = (name: string) => `${name}@customers.example`;
const select = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** What the risk cell and the reasons of such a submission show. */
const RISKY = { risk_score: 60, signals: JSON.stringify(["picture", "address"]), amount_cents: 4_990 };
const OF_OWNER = { status: "Assigned", reviewer_id: "1", reviewer_email: OWNER };

test("the dashboard shows average times, and counts by status, deny reason and reviewer", async () => {
  await query("DELETE FROM submissions");
  await addAssignedSubmission(query, {
    created_at: hoursAgo(5),
    assigned_at: new Date(hoursAgo(2).getTime() - 125_000),
    status: "Denied",
    deny_reason_id: reasons.denied,
    decided_at: hoursAgo(2),
  });
  expectConsoleError(/^The width\(0\) and height\(0\) of chart should be greater than 0/);
  await openConsole(shop, "/promo");
  // jsdom lays nothing out, and a chart without a size complains. Its figures are in the table below it.
  await waitFor(() => expect(document.querySelectorAll(".recharts-responsive-container")).toHaveLength(2));
  expect(await tabTexts()).toEqual([
    "Dashboard",
    "Assignment Queue",
    "CSR Approvals",
    "Loyalty Order",
    "All Submissions",
    "Deny List",
  ]);
  for (const [title, time] of [
    ["Average time from Submitted to Approved/Denied", "3 hours"],
    ["Average time from Assigned to Approved/Denied", "2 minutes"],
    ["Average time from Submitted to Assigned", "None yet"],
  ])
    expect(screen.getByRole("heading", { name: title }).nextSibling?.textContent).toBe(time);
  const table = (name: string) => within(screen.getByRole("table", { name }));
  const row = (name: string, text: string) => table(name).getByText(text).closest("tr")?.textContent;
  expect(row("Submissions by Status", "Denied")).toBe("Denied1");
  expect(row("Submissions by Deny Reason", "Too late")).toBe("Too late1");
  expect(row("reviewers", COLLEAGUE)).toMatch(new RegExp(`^${COLLEAGUE}0+`));
});

test("the assignment queue assigns what is unassigned, and lists what a colleague has taken since", async () => {
  const created_at = new Date("2026-06-02T18:05:00Z");
  const add = (name: string) =>
    addSubmission(query, { ...RISKY, first_name: name, email: mail(`queue.${name}`), created_at });
  const [first, ...others] = [await add("Ana"), await add("Ben"), await add("Cem")];
  await openConsole(shop, "/promo?tab=AssignmentQueue&q=queue.");
  expect(await columns()).toEqual([
    "Name / Email",
    "Status / Assignee",
    "Created Date (UTC) / Assigned Date (UTC)",
    "Promotion",
    "Amount",
    "Risk",
    "Reasons",
  ]);
  expect(cellsOf("Ana Martin").slice(-7)).toEqual([
    "Ana Martinqueue.Ana@customers.example",
    "AttentionUnassigned",
    "06/02 6:05 pm",
    "Promotion 1",
    "$49.90",
    "Critical60",
    "Similar receipt picture, Address used before, perhaps written differently",
  ]);
  expect(optionsOf("Assignment Type")).toEqual(["Unassigned", "Assigned", "On Hold", "High risk", "All"]);
  expect(optionsOf("Page Size")).toEqual(["10", "20", "30", "40", "50"]);
  expect(optionsOf("Sort By")[0]).toBe("Created Date, Old to New");
  expect(screen.queryByLabelText("Assignee")).toBeNull();

  fireEvent.click(screen.getByLabelText("Select all submissions on this page"));
  expect(optionsOf("Assignee")).toEqual(["Select Assignee", COLLEAGUE, OWNER]);
  expect(isDisabled("Assign")).toBe(true);
  choose("Assignee", "1");
  expect(isDisabled("Assign")).toBe(false);
  await (await callsOf("2")).promo.assign({ list: others, reviewer: "2" });
  clickButton("Assign");
  const outcomes = within(await screen.findByRole("region", { name: "Outcomes" }));
  expect(outcomes.getAllByText(/^Submission/).map(({ textContent }) => textContent)).toEqual(
    others.map(
      (id) => `Submission ${id} is assigned to ${COLLEAGUE}. It wasn't reassigned. Reload the list.`,
    ),
  );
  screen.getByText(/^Assignee changes successfully/);
  // Nothing is selected any longer.
  expect(screen.queryByRole("button", { name: "Assign" })).toBeNull();
  const { list } = await (await callsOf()).promo.queue({ assignmentType: "assigned", search: "queue." });
  expect(Object.fromEntries(list.map(({ id, reviewer }) => [id, reviewer]))).toEqual({
    [first]: OWNER,
    ...Object.fromEntries(others.map((id) => [id, COLLEAGUE])),
  });
});

test.each([
  ["Assigned", "Reassign"],
  ["All", "Assign"],
])("the type %s reassigns what is assigned, and starts without a selection", async (type, button) => {
  const name = `Type${type}`;
  await addSubmission(query, { ...OF_OWNER, first_name: name, email: mail(name) });
  const router = await openConsole(shop, `/promo?tab=AssignmentQueue&q=${name}`);
  await screen.findByText(/^No submission of this type matches/);
  const value = within(screen.getByLabelText("Assignment Type")).getByRole<HTMLOptionElement>("option", {
    name: type,
  }).value;
  choose("Assignment Type", value);
  await screen.findByText(OWNER);
  expect(router.state.location.search).toContain(`type=${value}`);
  select(`${name} Martin`);
  choose("Assignee", "2");
  clickButton(button);
  await waitFor(() => rowOf(`${name} Martin`).getByText(COLLEAGUE));
});

test("the reviewer who is chosen for the next submissions stays while an assignment is in flight", async () => {
  const first = await addSubmission(query, { first_name: "Flo", email: mail("flight.1") });
  await addSubmission(query, { first_name: "Gus", email: mail("flight.2") });
  await openConsole(shop, "/promo?tab=AssignmentQueue&q=flight.");
  await screen.findByRole("table");
  const release = await lockRecord("submissions", first);
  select("Flo Martin");
  choose("Assignee", "2");
  clickButton("Assign");
  select("Gus Martin");
  choose("Assignee", "1");
  screen.getByText("2 selected");
  await release();
  await screen.findByText("1 selected");
  expect(screen.getByLabelText<HTMLSelectElement>("Assignee").value).toBe("1");
});

test("at most 100 submissions are assigned, of all pages of the list", async () => {
  await Promise.all(
    Array.from({ length: 101 }, (_, index) => addSubmission(query, { email: mail(`many.${index}`) })),
  );
  const router = await openConsole(shop, "/promo?tab=AssignmentQueue&q=many.&size=50");
  // By selectors and the page's whole text: among the elements of fifty rows each other search takes long in jsdom.
  const shows = (text: string) => document.body.textContent?.includes(text);
  const selectAll = async (page: number) => {
    await waitFor(() => expect(shows(`page ${page} of 3`)).toBe(true));
    fireEvent.click(document.querySelector("thead input") as HTMLElement);
  };
  const assign = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Assign");
  const limit = "Max Records to update is set to: 100";
  await selectAll(1);
  choose("Assignee", "2");
  for (const page of [2, 3]) {
    expect(assign()?.getAttribute("aria-disabled")).not.toBe("true");
    expect(shows(limit)).toBe(false);
    await router.navigate(`/promo?tab=AssignmentQueue&q=many.&size=50&page=${page}`);
    await selectAll(page);
  }
  expect([shows("101 selected"), shows(limit), shows("Assignment Queue100+")]).toEqual([true, true, true]);
  expect(assign()?.getAttribute("aria-disabled")).toBe("true");
});

test("the approvals show a submission's age and target time, and a search its hits on each list", async () => {
  const same = { ...OF_OWNER, ...RISKY, is_address_used: true, shipping_address2: "Suite 9" };
  await addSubmission(query, {
    ...same,
    email: mail("approval.new"),
    created_at: hoursAgo(2.1),
    assigned_at: new Date("2026-06-03T00:05:00Z"),
  });
  await addSubmission(query, { ...same, email: mail("approval.late") });
  await addSubmission(query, { email: mail("approval.unassigned") });
  await addSubmission(query, { ...OF_OWNER, status: "Denied", email: mail("approval.denied") });
  await openConsole(shop, "/promo?tab=CsrApprovals&q=approval.");
  expect(await columns()).toEqual([
    "Email",
    "Created (UTC) / Assigned Date (UTC)",
    "Age Of Submission",
    "Status",
    "Shipping Address 1 / Shipping Address 2",
    "Address Used / ReceiptId Used",
    "Promotion",
    "Amount",
    "Risk",
  ]);
  const moment = String.raw`\d\d/\d\d \d+:\d\d [ap]m`;
  expect(cellsOf(mail("approval.new")).slice(-9)).toEqual([
    mail("approval.new"),
    expect.stringMatching(new RegExp(`^${moment}06/03 12:05 am$`)),
    expect.stringMatching(new RegExp(`^2 hoursDue ${moment}$`)),
    "InfoAssigned",
    "1 Main StSuite 9",
    "WarningYesNo",
    "Promotion 1",
    "$49.90",
    "Critical60",
  ]);
  rowOf(mail("approval.late")).getByText("Late");
  screen.getByText("page 1 of 1");
  expect(await tabTexts()).toEqual([
    "Dashboard",
    "Assignment Queue1",
    "CSR Approvals2",
    "Loyalty Order0",
    "All Submissions4",
    "Deny List",
  ]);
});

test("loyalty orders are filtered by status and reason, and Clear All clears that, the search and the order", async () => {
  const loyal = { is_loyalty: true, promotion_id: 2, created_at: new Date("2026-06-02T18:05:00Z") };
  const email = mail("loyal.denied");
  await addSubmission(query, { ...loyal, status: "Denied", deny_reason_id: reasons.loyaltyDenied, email });
  await addSubmission(query, { ...loyal, email: mail("loyal.open"), is_receipt_id_used: true });
  const router = await openConsole(
    shop,
    `/promo?tab=LoyaltyOrder&q=loyal&loyaltyStatus=Denied&loyaltyReason=${reasons.loyaltyDenied}&size=50&sort=email+desc`,
  );
  expect(await columns()).toEqual([
    "Email",
    "Submission Date (UTC)",
    "Status / Deny Reason",
    "Address / Address line 2",
    "Address Used / ReceiptId Used",
    "Promotion",
    "Amount",
    "Risk",
  ]);
  expect(cellsOf(email).slice(1, 4)).toEqual([email, "06/02 6:05 pm", "CriticalDeniedNot a member"]);
  expect(screen.queryByText(mail("loyal.open"))).toBeNull();
  expect(optionsOf("Status").slice(0, 2)).toEqual(["All", "Unassigned"]);
  expect(optionsOf("Reason")).toEqual(["All", "Not a member"]);
  const addresses: string[] = [];
  router.subscribe(({ location }) => void addresses.push(location.search));
  const search = () => screen.getByPlaceholderText<HTMLInputElement>("Search Submissions");
  const type = (value: string) => fireEvent.change(search(), { target: { value } });
  type("loyal.denied");
  clickButton("Clear All");
  // What is applied stays until the other rows are there.
  expect(search().value).toBe("loyal");
  await screen.findByText(mail("loyal.open"));
  await waitFor(() => expect(search().value).toBe(""));
  expect(router.state.location.search).toBe("?tab=LoyaltyOrder");
  // A search is run a second after the last key. What was typed before Clear All isn't searched for.
  type("loyal.open");
  await waitFor(() => expect(screen.queryByText(email)).toBeNull());
  expect(addresses.filter((address) => address.includes("q=loyal.denied"))).toEqual([]);

  // Someone else denies the open submission while its detail is shown.
  fireEvent.click(screen.getByRole("button", { name: mail("loyal.open") }));
  await screen.findByRole("heading", { name: "Status" });
  await query("UPDATE submissions SET status = 'Denied' WHERE email = $1", [mail("loyal.open")]);
  clickButton("Close");
  await waitFor(() => rowOf(mail("loyal.open")).getByText("Denied"));
});

test("all submissions show who decided in place of the assignee, and are exported as they are filtered", async () => {
  const email = mail("all.shipped");
  await addSubmission(query, {
    ...OF_OWNER,
    email,
    status: "Shipped",
    approver_id: "2",
    approver_email: COLLEAGUE,
    created_at: new Date("2026-06-02T18:05:00Z"),
    approved_at: new Date("2026-06-03T00:05:00Z"),
    decided_at: new Date("2026-06-03T00:05:00Z"),
    order_name: "#1001",
    fulfillment_status: "Shipped",
    age_range: "25-34",
    amount_cents: 4_990,
  });
  await openConsole(shop, "/promo?tab=AllSubmissions&q=all.");
  expect(await columns()).toEqual([
    "Email",
    "Submission Date (UTC) / Approved/Denied Date (UTC)",
    "Address / Address line 2",
    "Address Used",
    "Status / Assignee",
    "Order / Fulfillment Status",
    "Promotion / Age Range",
    "Amount",
    "Risk",
  ]);
  expect(cellsOf(email)).toEqual([
    email,
    "06/02 6:05 pm06/03 12:05 am",
    "1 Main St",
    "No",
    `SuccessShipped${COLLEAGUE}`,
    "#1001Shipped",
    "Promotion 125-34",
    "$49.90",
    "0",
  ]);
  clickButton("Export");
  const dialog = within(await screen.findByRole("dialog", { name: "Export submissions" }));
  dialog.getByText("The submissions that the search and the filters find.");
  fireEvent.click(dialog.getByRole("button", { name: "Export" }));
  await screen.findByText(`The spreadsheet is being written. It will be sent to ${OWNER}.`);
  const [job] = (await (await callsOf()).jobs.list({})).rows;
  expect(job).toMatchObject({ total: 1 });
});
