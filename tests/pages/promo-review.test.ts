/** A submission in its dialog: what a reviewer sees and does there, and what happened to it since. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addReason, addSubmission, mailsAbout, submitReceipt } from "../integration/promo/support.ts";
import { callsOf } from "../support/calls.ts";
import { clickButton, isDisabled, rowOf } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { hideTable, lockRecord, startChange } from "../support/table-faults.ts";
import type { TestShop } from "../support/test-shop.ts";
import { COLLEAGUE, dialog, OWNER, opened, openPromoShop, query, titleOfDialog } from "./promo-shop.ts";

let shop: TestShop;
let reasons: Awaited<ReturnType<typeof openPromoShop>>["reasons"];
beforeAll(async () => {
  ({ shop, reasons } = await openPromoShop("pages_promo_review"));
  const { promo } = await callsOf();
  await promo.createReply({ use: "answer", name: "Blurred", text: "{{name}}, send {{receipt}} again" });
});
// Each test has the queue for itself.
beforeEach(() => query("UPDATE submissions SET status = 'Denied' WHERE queue IS NOT NULL"));
afterAll(() => shop.close());

const mail = (name: string) => `${name}@customers.example`;

/** Adds a submission of the signed-in reviewer. */
const addMine = (name: string, columns: Record<string, unknown> = {}) =>
  addSubmission(query, {
    status: "In Review",
    reviewer_id: "1",
    reviewer_email: OWNER,
    email: mail(name),
    ...columns,
  });

const open = async (name: string) => fireEvent.click(await screen.findByRole("button", { name: mail(name) }));
const press = (name: string) => clickButton(name, dialog());
const choose = (label: string, value: number | string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value: String(value) } });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const detailOf = async (id: number) =>
  (await (await callsOf()).promo.detail({ id, receipt: "false" })).submission;

/** What the dialog says about a submission, by its name. */
const facts = () =>
  Object.fromEntries(
    dialog()
      .getAllByRole("term")
      .map((term) => [term.textContent ?? "", term.parentElement?.querySelector("dd")?.textContent]),
  );

test("a submission that is opened is In Review, shows what decides first, and is approved", async () => {
  const id = await addMine("shown", {
    status: "Assigned",
    amount_cents: 1_999,
    purchase_city: "Dayton",
    shipping_address2: "Suite 9",
    shipping_phone: "6145550123",
    risk_score: 50,
    signals: JSON.stringify(["picture", "address"]),
  });
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await open("shown");
  await opened(id);
  await waitFor(() => expect(facts()).toMatchObject({ Status: "InfoIn Review" }));
  expect(facts()).toMatchObject({
    Assignee: OWNER,
    Name: "Ana Martin",
    Email: mail("shown"),
    Amount: "$19.99",
    "Purchasing Method": "In store",
    "Purchase Date": "05/20/2026",
    "Receipt ID": "R-1",
    "Model Number": "DC-100",
    Retailer: "Tool Depot",
    "City, State": "Dayton, Ohio",
  });
  const sections = dialog()
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
  expect(sections).toEqual([
    "Status",
    "Risk",
    "Purchase",
    "Customer",
    "Shipping Address",
    "Message to the customer",
  ]);
  dialog().getByText("Similar receipt picture: 30 points");
  for (const line of ["1 Main St", "Suite 9", "Columbus, OH 43004", "United States", "+1 614-555-0123"])
    dialog().getByText(line);
  // What the customer entered, then the receipt, then the history.
  const [address, receipt, history] = [
    dialog().getByText("Suite 9"),
    dialog().getByText("The receipt was erased with the customer's data."),
    dialog().getByRole("button", { name: "History" }),
  ];
  for (const [one, other] of [
    [address, receipt],
    [receipt, history],
  ] as const)
    expect(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);

  expect(["Deny", "Hold", "Approve"].map((name) => isDisabled(name))).toEqual([true, true, false]);
  choose("Deny reason", reasons.denied);
  choose("Hold reason", reasons.held);
  expect(["Deny", "Hold", "Approve"].map((name) => isDisabled(name))).toEqual([false, false, false]);
  press("Approve");
  expect(["Deny", "Hold", "Approve"].map((name) => isDisabled(name))).toEqual([true, true, true]);
  await closed();
  await screen.findByText("Submission Approved Successfully");
  expect(screen.queryByRole("button", { name: mail("shown") })).toBeNull();
  expect(await detailOf(id)).toMatchObject({ status: "Approved", approver: OWNER });
});

test("what a colleague did since the list was loaded is refused in the dialog, and shown there", async () => {
  const [reassigned, denied] = [await addMine("reassigned", { status: "Assigned" }), await addMine("faster")];
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await screen.findByRole("table");
  const { promo } = await callsOf();
  await promo.assign({ list: [reassigned], reviewer: "2" });
  await open("reassigned");
  const text = `Submission ${reassigned} is assigned to ${COLLEAGUE}. Reassign it before you review it.`;
  await screen.findByText(text);
  dialog().getByText(text);
  expect(isDisabled("Approve")).toBe(true);
  press("Close");

  await open("faster");
  await opened(denied);
  await promo.deny({ list: [denied], reason: reasons.denied });
  press("Approve");
  const refusal = `Submission ${denied} is Denied, by ${OWNER}. It wasn't changed. Reload the list.`;
  await screen.findByText(refusal);
  dialog().getByText(refusal);
  await waitFor(() => expect(facts()).toMatchObject({ Status: "CriticalDenied", "Deny Reason": "Too late" }));
  expect(isDisabled("Approve")).toBe(true);
});

test("the answer to a decision is about its submission, also when the next one is open by then", async () => {
  const [first, second, third] = [await addMine("late.1"), await addMine("late.2"), await addMine("late.3")];
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await open("late.1");
  await opened(first);
  const approve = await lockRecord("submissions", first);
  press("Approve");
  fireEvent.keyDown(document.body, { key: "n" });
  await approve();
  await opened(second);
  await screen.findByText("Submission Approved Successfully");
  await waitFor(() => expect(screen.queryByRole("button", { name: mail("late.1") })).toBeNull());
  await waitFor(() => expect(isDisabled("Approve")).toBe(false));
  expect(titleOfDialog()).toBe(`${second} - Ana Martin`);
  expect(dialog().queryByText(/^Submission/)).toBeNull();

  const deny = await startChange("UPDATE submissions SET status = 'Denied' WHERE id = $1", [second]);
  press("Approve");
  fireEvent.keyDown(document.body, { key: "n" });
  await deny();
  const refusal = `Submission ${second} is Denied. It wasn't changed. Reload the list.`;
  await dialog().findByText(`Submission ${second}: ${refusal}`);
  await waitFor(() => expect(isDisabled("Approve")).toBe(false));
  expect(titleOfDialog()).toBe(`${third} - Ana Martin`);
});

test("a customer is answered by a template, and the field keeps what was typed since", async () => {
  const id = await addMine("answered", { first_name: "Ana", receipt_id: "AB-77" });
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await open("answered");
  await opened(id);
  const template = dialog().getByLabelText<HTMLSelectElement>("Reply template");
  const message = dialog().getByLabelText<HTMLTextAreaElement>("Message");
  const [option] = within(template).getAllByRole<HTMLOptionElement>("option", { name: "Blurred" });
  choose("Reply template", option?.value ?? "");
  expect([template.value, message.value]).toEqual([option?.value, "Ana, send AB-77 again"]);
  press("Send answer");
  await dialog().findByText("The message will be sent");
  await waitFor(() => expect([template.value, message.value]).toEqual(["", ""]));

  choose("Message", "One more thing");
  press("Send answer");
  choose("Message", "For the next time");
  await waitFor(async () => expect(await mailsAbout(id)).toHaveLength(2));
  await dialog().findByText("One more thing");
  expect(message.value).toBe("For the next time");
  const [first] = await mailsAbout(id);
  expect(first?.text).toContain("Ana, send AB-77 again");
});

test("a message stays with its submission when the reviewer goes on, or closes the dialog", async () => {
  const ids = [await addMine("draft.one"), await addMine("draft.two")];
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await open("draft.one");
  await opened(ids[0] ?? 0);
  const typed = () => dialog().getByLabelText<HTMLTextAreaElement>("Message").value;
  choose("Message", "Which store was it?");
  const next = dialog().getByRole("button", { name: "Next" });
  press(next.getAttribute("aria-disabled") === "true" ? "Previous" : "Next");
  await opened(ids[1] ?? 0);
  expect(typed()).toBe("");
  press("Close");
  await closed();
  await open("draft.one");
  await opened(ids[0] ?? 0);
  expect(typed()).toBe("Which store was it?");
});

test("a PDF without pages is said to be unreadable, and its customer is asked for another one", async () => {
  const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
  const id = await submitReceipt(query, "broken", Buffer.from(pdf));
  expect(await mailsAbout(id, "Receipt can't be read")).toHaveLength(1);
  await openConsole(shop, `/promo?tab=AllSubmissions&open=${id}`);
  await screen.findByText(/^The receipt can't be read\. The customer was asked to upload it again\./);
});

test("parts of a submission that can't be read say so, and the rest is shown", async () => {
  const id = await addMine("duplicates");
  for (const table of ["receipt_content_keys", "receipt_readings", "audit_entries"]) await hideTable(table);
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await open("duplicates");
  await opened(id);
  const problems = (count: number) =>
    waitFor(() =>
      expect(dialog().getAllByText(/^Error getting in submission details\. Reference: /)).toHaveLength(count),
    );
  await problems(2);
  for (const name of ["Possible duplicates", "Typed and read"]) dialog().getByRole("heading", { name });
  press("History");
  await problems(3);
});

test("a loyalty submission is decided by any reviewer, also while another one has it on hold, until it is decided", async () => {
  const loyal = { is_loyalty: true, promotion_id: 2, reviewer_id: "2", reviewer_email: COLLEAGUE };
  const id = await addMine("loyal.held", { ...loyal, hold_reason_id: reasons.held, held_at: new Date() });
  const decided = await addMine("loyal.denied", { ...loyal, status: "Denied" });
  await openConsole(shop, "/promo?tab=LoyaltyOrder");
  await open("loyal.denied");
  await opened(decided);
  expect(isDisabled("Approve")).toBe(true);
  press("Close");
  await open("loyal.held");
  await opened(id);
  expect(facts()).toMatchObject({ "Purchase Date": "05-20-2026", "Hold Reason": "Blurred receipt" });
  press("Approve");
  await closed();
  await waitFor(() => rowOf(mail("loyal.held")).getByText("Approved"));
});

test("each status is shown with what belongs to it, and nothing can be decided there", async () => {
  const order = { order_name: "#1001", tracking_number: "1Z42" };
  const expected = {
    Unassigned: {},
    Assigned: { Assignee: OWNER },
    "In Review": { Assignee: OWNER },
    Denied: { "Deny Reason": "Not readable" },
    Approved: { "Order Number": "#1001" },
    "Order Created": { "Order Number": "#1001" },
    Shipped: { "Order Number": "#1001", "Tracking Number": "1Z42" },
    Delivered: { "Order Number": "#1001", "Tracking Number": "1Z42" },
  };
  const reason = await addReason(query, "deny_reasons", { reason: "Not readable" });
  for (const status of Object.keys(expected))
    await addMine(`status.${status.replace(" ", "")}`, { status, deny_reason_id: reason, ...order });
  await openConsole(shop, "/promo?tab=AllSubmissions&q=status.");
  for (const [status, about] of Object.entries(expected)) {
    await open(`status.${status.replace(" ", "")}`);
    const heading = await screen.findByRole("heading", { name: "Status" });
    const block = within(heading.parentElement as HTMLElement);
    const shown = block.getAllByRole("term").map(({ textContent }) => textContent);
    expect(shown).toEqual(["Status", ...Object.keys(about)]);
    for (const text of [status, ...Object.values(about)]) block.getByText(text);
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    press("Close");
    await closed();
  }
});

test("a history has what happened, and leads to earlier changes", async () => {
  const id = await addMine("history");
  await (await callsOf()).promo.hold({ list: [id], reason: reasons.held });
  await query(
    `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, flag)
     SELECT shop, actor_id, actor_name, 'submission.answered', subject_type, subject_id, flag FROM audit_entries, generate_series(1, 200)
      WHERE subject_type = 'submission' AND subject_id = $1::text`,
    [String(id)],
  );
  await openConsole(shop, `/promo?tab=AllSubmissions&open=${id}`);
  await opened(id);
  press("History");
  await dialog().findByText(/There are earlier changes/);
  expect(dialog().getAllByText("Answered the customer of a submission").length).toBe(200);
  expect(dialog().getByRole("link", { name: "See all changes" }).getAttribute("href")).toBe(
    `/activity/submission/${id}`,
  );
});
