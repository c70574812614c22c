/** The specified texts for calls of the promotion review that fail without a reason. */
import { expect, test } from "vitest";
import { answerPromoForm } from "~/functions/promo/promo-form.server";
import { readFilterOptions, readSubmissionAnswer } from "~/functions/promo/read-answers.server";
import { readPromoPage } from "~/functions/promo/read-pages.server";

/** Fails as a call does that has logged its fault under a reference. */
const fails = () => Promise.reject({ data: { reference: "r-1" } });
const EMPTY = { list: [], data: [], total: 0, hasNext: false, hasPrevious: false, isExact: true };

/** Calls of which one fails, or all. */
const failing = (name?: string) =>
  new Proxy(
    {},
    { get: (_calls, call) => (name === undefined || call === name ? fails : async () => EMPTY) },
  ) as never;

const OWNER = { isOwner: true, tabLimits: {} } as never;

test.each([
  ["Error loading Records", "Dashboard", "submissionsStats"],
  ["Error loading Records", "AssignmentQueue", "queue"],
  ["Error loading assignee", "AssignmentQueue", "reviewers"],
  ["Error loading pending submission", "CsrApprovals", "csrApproval"],
  ["Error querying pending submission", "CsrApprovals&q=ana", "csrApproval"],
  ["Error getting Deny list", "CsrApprovals", "denyReasons"],
  ["Error getting Hold list", "CsrApprovals", "holdReasons"],
  ["Error getting submissions list", "LoyaltyOrder", "loyaltyOrders"],
  ["Error getting Submission Status list", "LoyaltyOrder", "loyaltyStatuses"],
  ["Error getting Deny list", "LoyaltyOrder", "loyaltyDenyReasons"],
  ["Error getting Hold list", "LoyaltyOrder", "holdReasons"],
  ["Error loading submission list", "AllSubmissions", "list"],
  ["Error querying submission list", "AllSubmissions&status=Denied", "list"],
  ["Error loading deny list", "DenyList", "denyReasons"],
])("%s, on the page: %s, %s", async (text, tab, call) => {
  const url = new URL(`https://x.example/promo?tab=${tab}`);
  const thrown = await readPromoPage(url, failing(call), OWNER).then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Response);
  expect(await (thrown as Response).json()).toEqual({ message: `${text}. Reference: r-1` });
});

const ids = "[1]";
const operationId = "an-operation";
const exporting = { intent: "export", search: "", filter: "{}", operationId };
const formOf = (entries: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
};
const answerWith = (text: string) => ({
  data: { notice: { level: "critical", text: `${text}. Reference: r-1` } },
  init: { status: 500 },
});

test.each([
  ["Error : Assignee not changed", { intent: "assign", ids, reviewer: "1", onlyUnassigned: "no" }],
  ["Error updating submission", { intent: "inReview", id: "1" }],
  ["Error approving submission", { intent: "approve", ids, isLoyalty: "no" }],
  ["Error in submission Approval", { intent: "approve", ids, isLoyalty: "yes" }],
  ["Error denying submission", { intent: "deny", ids, reason: "1", isLoyalty: "no" }],
  ["Error in denying submission", { intent: "deny", ids, reason: "1", isLoyalty: "yes" }],
  ["Error putting submission on hold", { intent: "hold", ids, reason: "1", operationId }],
  ["Error in exporting all submission", exporting],
  ["Error exporting submissions", { ...exporting, search: "ana" }],
  ["Error exporting submissions", { ...exporting, filter: '{"status":"Denied"}' }],
  ["Error creating Reason", { intent: "createReason", list: "deny", reason: "A", orderInList: "" }],
  ["Error updating Reason", { intent: "changeReason", list: "deny", id: "1", reason: "A", orderInList: "" }],
  ["Error deleting Reason", { intent: "deleteReason", list: "deny", id: "1" }],
])("%s, of a form", async (text, fields) => {
  expect(await answerPromoForm(failing(), formOf(fields))).toMatchObject(answerWith(text));
});

test.each([
  ["Error in exporting all submission", exporting],
  ["Error exporting submissions", { ...exporting, search: "ana" }],
])("%s, when its job fails", async (text, fields) => {
  const promo = { exportList: async () => ({ msg: "Started.", jobId: "j-1" }) } as never;
  expect((await answerPromoForm(promo, formOf(fields))).notice?.job?.failure).toEqual({ text });
});

test("Error getting in submission details", async () => {
  const calls = { promo: failing(), attachments: failing() } as never;
  expect(await readSubmissionAnswer(calls, 1)).toMatchObject(
    answerWith("Error getting in submission details"),
  );
});

test("Error getting filters", async () => {
  expect(await readFilterOptions(failing())).toMatchObject(answerWith("Error getting filters"));
});

test.each([
  [{ intent: "assign", ids, reviewer: "1", onlyUnassigned: "no" }, "success"],
  [{ intent: "approve", ids, isLoyalty: "no" }, "success"],
  [{ intent: "deny", ids, reason: "1", isLoyalty: "no" }, "info"],
  [{ intent: "hold", ids, reason: "1", operationId }, "info"],
])("the notice of %j is a %s", async (fields, level) => {
  const outcome = { msg: "Done", list: [{ id: 1, isDone: true, msg: "" }], undoSeconds: 10 };
  const promo = new Proxy({}, { get: () => async () => outcome }) as never;
  expect(await answerPromoForm(promo, formOf(fields))).toMatchObject({ notice: { level, text: "Done" } });
});

test.each([
  [[1], "Undo approval of 1"],
  [[1, 2], "Undo 2 approvals"],
])("the Undo of the approvals %j says what it undoes", async (approved, label) => {
  const list = [
    ...approved.map((id) => ({ id, isDone: true, msg: "" })),
    { id: 9, isDone: false, msg: "Submission 9 is Denied." },
  ];
  const promo = { approve: async () => ({ msg: "Done", list, undoSeconds: 10 }) } as never;
  expect(
    await answerPromoForm(promo, formOf({ intent: "approve", ids: "[1,2,9]", isLoyalty: "no" })),
  ).toMatchObject({
    notice: { level: "warning", undo: { label, fields: { ids: JSON.stringify(approved) }, seconds: 10 } },
  });
});

test("the answer of an undo names the submissions whose approval was undone", async () => {
  const list = [
    { id: 1, isDone: true, msg: "" },
    { id: 2, isDone: false, msg: "Its order is already being created." },
  ];
  const promo = { undoApprove: async () => ({ msg: "Done", list }) } as never;
  expect(await answerPromoForm(promo, formOf({ intent: "undoApprove", ids: "[1,2]" }))).toMatchObject({
    undoneIds: [1],
  });
});
