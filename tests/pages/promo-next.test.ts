/** Submissions are reviewed one after the other, several at a time, and by a second reviewer. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addSubmission, mailsAbout } from "../integration/promo/support.ts";
import { activityOf } from "../support/activity.ts";
import { callsOf } from "../support/calls.ts";
import { clickButton, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { lockRecord } from "../support/table-faults.ts";
import type { TestShop } from "../support/test-shop.ts";
import { COLLEAGUE, dialog, OWNER, opened, openPromoShop, query, titleOfDialog } from "./promo-shop.ts";

let shop: TestShop;
let reasons: Awaited<ReturnType<typeof openPromoShop>>["reasons"];
beforeAll(async () => {
  ({ shop, reasons } = await openPromoShop("pages_promo_next"));
  const { promo } = await callsOf();
  const { settings } = await promo.settings();
  await promo.saveSettings({ ...settings, undoSeconds: 3_600 });
  await promo.createReply({ use: "deny", name: "Old receipt", text: "Hello {{name}}" });
});
// Each test has the queue for itself.
beforeEach(() => query("UPDATE submissions SET status = 'Denied' WHERE queue IS NOT NULL"));
afterAll(() => shop.close());

const mail = (name: string) => `${name}@customers.example`;

/** Adds submissions of the signed-in reviewer, the first one is the oldest. */
async function addMine(...names: string[]): Promise<number[]> {
  const mine = { status: "In Review", reviewer_id: "1", reviewer_email: OWNER };
  const ids: number[] = [];
  for (const name of names)
    ids.push(await addSubmission(query, { ...mine, first_name: name, email: mail(name) }));
  return ids;
}

const openRow = async (name: string) =>
  fireEvent.click(await screen.findByRole("button", { name: mail(name) }));
const press = (name: string) => clickButton(name, dialog());
/** The list is read again before another one can be decided. */
async function approve() {
  await waitFor(() => expect(isDisabled("Approve")).toBe(false));
  press("Approve");
}
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const select = (name: string) =>
  fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name} Martin` }));
const choose = (label: string, value: number | string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: String(value) } });
const isBusy = (name: string) =>
  screen.getByText(name).closest("button")?.getAttribute("aria-busy") === "true";
const takeNext = () => clickButton("Take next");

/** A submission as it is stored. */
const statusOf = async (id = 0) =>
  (await (await callsOf()).promo.detail({ id, receipt: "false" })).submission.status;
const actionsOf = async (id = 0) => (await activityOf("submission", id)).map(({ action }) => action);

test("Take next opens another submission after each decision, until none waits", async () => {
  const [first, second] = await addMine("Ann", "Ben");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await screen.findByRole("table");
  takeNext();
  await opened(first, "Ann");
  dialog().getByText("The next one is taken after a decision. Close the dialog to stop.");
  // Not the one that is open, although it is the oldest.
  takeNext();
  await opened(second, "Ben");
  takeNext();
  await opened(first, "Ann");
  await waitFor(() => expect(isDisabled("Approve")).toBe(false));
  // A second press comes before the page shows the first one.
  act(() => {
    for (const name of ["a", "a"]) key(name);
  });
  await opened(second, "Ben");
  expect(dialog().queryByText(/^Submission/)).toBeNull();
  // The first one returns, because its approval is undone.
  key("z");
  await screen.findByText("The approval was undone");
  await approve();
  await opened(first, "Ann");
  await approve();
  await closed();
  await screen.findByText("No submission is waiting.");
  expect(await Promise.all([first, second].map(statusOf))).toEqual(["Approved", "Approved"]);
  expect((await actionsOf(first)).filter((action) => action === "submission.approved")).toHaveLength(2);
});

test("the decided one stays open when the next one can't be taken", async () => {
  const [first] = await addMine("Ann", "Ben");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await screen.findByRole("table");
  takeNext();
  await opened(first, "Ann");
  await query("ALTER TABLE submissions ADD CONSTRAINT none_is_taken CHECK (locked_by_id IS NULL) NOT VALID");
  await approve();
  await screen.findByText(/^Error querying pending submission/);
  await waitFor(() => expect(isBusy("Take next")).toBe(false));
  // An effect would close it after the button is free again.
  await act(async () => {});
  expect(titleOfDialog()).toBe(`${first} - Ann Martin`);
  await query("ALTER TABLE submissions DROP CONSTRAINT none_is_taken");
});

test.each([
  ["a submission that is taken", "In Review"],
  ["the answer that none waits", "Denied"],
])("%s doesn't replace the one that was opened since", async (_what, status) => {
  const [, other] = await addMine("Ann", "Ben");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await screen.findByRole("table");
  await query("UPDATE submissions SET status = $1 WHERE queue IS NOT NULL", [status]);
  takeNext();
  await openRow("Ben");
  await opened(other, "Ben");
  await waitFor(() => expect(isBusy("Take next")).toBe(false));
  await act(async () => {});
  expect(titleOfDialog()).toBe(`${other} - Ben Martin`);
});

test("a remembered switch opens the next one after a decision, and one that returns is decided again", async () => {
  const [first, second, third] = await addMine("Ann", "Ben", "Cem");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await openRow("Ann");
  await opened(first, "Ann");
  dialog().getByText("1 of 3");
  expect(["Previous", "Next"].map((name) => isDisabled(name, dialog()))).toEqual([true, false]);
  fireEvent.click(dialog().getByLabelText("Open the next one after a decision"));
  expect(localStorage.getItem("backroom.opens-next")).toBe("on");
  await approve();
  await opened(second, "Ben");
  await dialog().findByText("1 of 2");
  key("z");
  await dialog().findByText("2 of 3");
  key("p");
  await opened(first, "Ann");
  await approve();
  await opened(second, "Ben");
  await dialog().findByText("1 of 2");
  key("n");
  await opened(third, "Cem");
  key("n");
  dialog().getByText("2 of 2");
  await approve();
  await closed();
  expect(await Promise.all([first, second, third].map(statusOf))).toEqual([
    "Approved",
    "In Review",
    "Approved",
  ]);
});

test("the dialog goes on to the next page of the list, and stays closed when it is closed before that comes", async () => {
  const names = Array.from({ length: 11 }, (_, index) => `P${index + 1}`);
  const ids = await addMine(...names);
  const router = await openConsole(shop, "/promo?tab=CsrApprovals&size=10");
  await openRow("P10");
  await opened(ids[9], "P10");
  dialog().getByText("10 of 11");
  press("Next");
  await opened(ids[10], "P11");
  dialog().getByText("11 of 11");
  press("Previous");
  await opened(ids[9], "P10");
  press("Next");
  press("Close");
  await screen.findByRole("button", { name: mail("P11") });
  expect(router.state.location.search).toContain("page=2");
  await closed();
});

test("several are denied after a question, with a message, and each has its outcome", async () => {
  const [first, second] = await addMine("Ann", "Ben");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  fireEvent.click(await screen.findByLabelText("Select all submissions on this page"));
  await screen.findByRole("button", { name: "Deny" });
  expect(isDisabled("Deny")).toBe(true);
  choose("Deny reason", reasons.denied);
  clickButton("Message");
  const template = () => within(screen.getByLabelText("Reply template"));
  const { value: templateId } = template().getByRole<HTMLOptionElement>("option", { name: "Old receipt" });
  const message = screen.getByLabelText<HTMLTextAreaElement>("Message");
  choose("Reply template", templateId);
  expect(message.value).toBe("Hello {{name}}");
  // What was typed is there again after another choice.
  choose("Message", "");
  choose("Message", "My own words");
  choose("Reply template", templateId);
  expect(message.value).toBe("Hello {{name}}");
  choose("Reply template", "");
  expect(message.value).toBe("My own words");
  choose("Reply template", templateId);
  // Hidden, it isn't lost.
  for (const _click of ["hides", "shows"]) clickButton("Message");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("Hello {{name}}");

  clickButton("Deny");
  await screen.findByRole("dialog", { name: "Deny 2 submissions?" });
  expect(await statusOf(first)).toBe("In Review");
  await (await callsOf()).promo.approve({ list: [second ?? 0] });
  press("Deny");
  const outcomes = within(await screen.findByRole("region", { name: "Outcomes" }));
  outcomes.getByText(`Submission ${first}`);
  outcomes.getByText(`Submission ${second} is Approved, by ${OWNER}. It wasn't changed. Reload the list.`);
  await screen.findByText(/^Submission Denied successfully. 1 of 2 weren't changed/);
  expect(await statusOf(first)).toBe("Denied");
  expect((await mailsAbout(first ?? 0)).at(-1)?.text).toContain("Hello Ann");
});

test("the outcomes of approvals show which of them were undone", async () => {
  const [first, second] = await addMine("Ann", "Ben");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  fireEvent.click(await screen.findByLabelText("Select all submissions on this page"));
  await screen.findByRole("button", { name: "Approve" });
  await query("UPDATE submissions SET status = 'Denied' WHERE id = $1", [second]);
  clickButton("Approve");
  const outcomes = within(await screen.findByRole("region", { name: "Outcomes" }));
  outcomes.getByText("Changed");
  fireEvent.click(await screen.findByRole("button", { name: `Undo approval of ${first}` }));
  await outcomes.findByText("Undone");
  expect(outcomes.queryByText("Changed")).toBeNull();
  outcomes.getByText("Not changed");
});

test("what is selected and written while a decision is in flight is for the next one", async () => {
  const [first] = await addMine("Ann", "Ben");
  await openConsole(shop, "/promo?tab=CsrApprovals");
  await screen.findByRole("table");
  select("Ann");
  await screen.findByRole("button", { name: "Approve" });
  const release = await lockRecord("submissions", first ?? 0);
  clickButton("Approve");
  select("Ben");
  screen.getByText("2 selected");
  clickButton("Message");
  choose("Message", "For the other submission");
  await release();
  await screen.findByText("1 selected");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("For the other submission");
});

test("a second look is taken at others' approvals, one after the other, and counts for their reviewer", async () => {
  const approved = (name: string, second_look: string, minute: number) =>
    addSubmission(query, {
      first_name: name,
      status: "Approved",
      approver_id: "2",
      approver_email: COLLEAGUE,
      approved_at: new Date(Date.UTC(2026, 5, 1, 10, minute)),
      decided_at: new Date(Date.UTC(2026, 5, 1, 10, minute)),
      second_look,
    });
  for (const look of ["agreed", "agreed", "agreed", "disagreed"]) await approved("Old", look, 0);
  const [first, second, third] = [
    await approved("Ann", "due", 1),
    await approved("Ben", "due", 2),
    await approved("Cem", "due", 3),
  ];
  await openConsole(shop, "/promo/second-looks");
  const agreement = async () => (await screen.findByText("75%")).closest("tr")?.textContent;
  expect(await agreement()).toBe(`${COLLEAGUE}3475%`);
  clickButton("Review Ben Martin");
  await opened(second, "Ben");
  fireEvent.click(dialog().getByLabelText("Open the next one after a decision"));
  press("Agree");
  await opened(third, "Cem");
  press("Disagree");
  await closed();
  await screen.findByText("67%");
  expect(await actionsOf(second)).toEqual(["submission.second look"]);

  await query("DELETE FROM submissions WHERE id = $1", [first]);
  clickButton("Review Ann Martin");
  await dialog().findByText("This submission doesn't exist. Reload the list.");
  expect(dialog().queryByRole("button", { name: "Agree" })).toBeNull();
});
