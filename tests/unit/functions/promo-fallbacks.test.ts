/** The specified texts for calls of the promotion review that fail without a reason. */
import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { readFilterOptions, readSubmissionAnswer } from "~/functions/promo/read-answers.server";
import { readPromoPage } from "~/functions/promo/read-pages.server";
import { promoTexts } from "~/functions/promo/texts.server";
import { conflict } from "~/platform/errors";

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

const list = [1];
const exporting = { search: "" };
const post = (promo: object, name: string, input: object, about?: string) =>
  answerCall({ promo }, promoTexts, { call: `promo.${name}`, input, about });
const answerWith = (text: string) => ({
  data: { notice: { level: "critical", text: `${text}. Reference: r-1` } },
  init: { status: 500 },
});

test.each<[string, string, object, string?]>([
  ["Error : Assignee not changed", "assign", { list, reviewer: "1" }],
  ["Error updating submission", "inReview", { id: 1 }],
  ["Error approving submission", "approve", { list }],
  ["Error in submission Approval", "loyaltyOrderApprove", { list }],
  ["Error denying submission", "deny", { list, reason: 1 }],
  ["Error in denying submission", "deny", { list, reason: 1 }, "loyalty orders"],
  ["Error putting submission on hold", "hold", { list, reason: 1 }],
  ["Error in exporting all submission", "exportList", exporting],
  ["Error exporting submissions", "exportList", { search: "ana" }],
  ["Error exporting submissions", "exportList", { ...exporting, status: "Denied" }],
  ["Error creating Reason", "createDenyReason", { reason: "A" }],
  ["Error updating Reason", "changeDenyReason", { id: 1, reason: "A" }],
  ["Error deleting Reason", "deleteDenyReason", { id: 1 }],
])("%s, of the call %s", async (text, name, input, about) => {
  expect(await post(failing(), name, input, about)).toMatchObject(answerWith(text));
});

test.each([
  ["Error in exporting all submission", exporting],
  ["Error exporting submissions", { search: "ana" }],
])("%s, when its job fails", async (text, input) => {
  const promo = { exportList: async () => ({ msg: "Started.", jobId: "j-1" }) };
  expect((await post(promo, "exportList", input)).notice?.job?.failure).toEqual({ text });
});

test("a conflict keeps its status, by which a form offers to apply its input on top", async () => {
  const promo = { changeDenyReason: () => Promise.reject(conflict("Someone else changed it.")) };
  const answer = await post(promo, "changeDenyReason", { id: 1, reason: "A" });
  const data = { status: 409, notice: { text: "Someone else changed it." } };
  expect(answer).toMatchObject({ data, init: { status: 409 } });
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
  ["assign", "success"],
  ["approve", "success"],
  ["deny", "info"],
  ["hold", "info"],
])("the notice of %s is a %s", async (name, level) => {
  const outcome = { msg: "Done", list: [{ id: 1, isDone: true, msg: "" }], undoSeconds: 10 };
  const promo = { [name]: async () => outcome };
  expect(await post(promo, name, { list })).toMatchObject({ notice: { level, text: "Done" } });
});

test.each([
  [[1], "Undo approval of 1"],
  [[1, 2], "Undo 2 approvals"],
])("the Undo of the approvals %j says what it undoes", async (approved, label) => {
  const list = [
    ...approved.map((id) => ({ id, isDone: true, msg: "" })),
    { id: 9, isDone: false, msg: "Submission 9 is Denied." },
  ];
  const promo = { approve: async () => ({ msg: "Done", list, undoSeconds: 10 }) };
  const call = { call: "promo.undoApprove", input: { list: approved } };
  expect(await post(promo, "approve", { list: [1, 2, 9] })).toMatchObject({
    notice: { level: "warning", undo: { label, call, seconds: 10 } },
  });
});
