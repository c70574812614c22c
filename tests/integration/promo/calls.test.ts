/** Each call of the promotion review by its address: its method, its parameters, its body and the fields of its answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiAnswer, type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { callsOf } from "../../support/calls.ts";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { drawReceipt } from "../../support/receipts.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addPromotion, addReason, addSubmission } from "./support.ts";

let shop: TestShop;
let api: ApiServer;
const ids = { deny: 0, hold: 0, submission: 0 };

beforeAll(async () => {
  shop = await openTestShop("promo_calls");
  api = await openApiServer();
  await signIn([shop.token("1")]);
  await addPromotion(query);
  await addPromotion(query, { id: 2, isLoyalty: true });
  ids.deny = await addReason(query, "deny_reasons", { reason: "Too late", order_in_list: 1 });
  await addReason(query, "deny_reasons", { reason: "Not a member", is_loyalty: true });
  ids.hold = await addReason(query, "hold_reasons", { reason: "Blurred receipt" });
  ids.submission = await addSubmission(query, { ...ASSIGNED, attachment_id: await storeReceipt() });
  await addSubmission(query, { is_loyalty: true, promotion_id: 2 });
});
afterAll(async () => {
  await api.close();
  await shop.close();
});

const ASSIGNED = { status: "Assigned", reviewer_id: "1", reviewer_email: "olivia@backroom-demo.example" };

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

async function storeReceipt(): Promise<string> {
  const [{ saveAttachment }, { receiptAttachment }] = await Promise.all([
    import("~/core/attachments/save-attachment.server"),
    import("~/domain/submissions/receipt-attachment"),
  ]);
  const bytes = await drawReceipt(() => 0.5);
  const { id } = await saveAttachment(DEMO, receiptAttachment, { name: "receipt.jpg", bytes });
  await decodeUploads(DEMO);
  return id;
}

function send(call: string, body?: unknown): Promise<ApiAnswer> {
  const [method = "", path = ""] = call.split(" /api");
  const headers = { authorization: `Bearer ${shop.token("1")}`, "content-type": "application/json" };
  return api.send(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** Sends a call that succeeds. @returns its answer's body */
async function answerTo(call: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await send(call, body);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status: true })]);
  return answer.body ?? {};
}

const assigned = () => addSubmission(query, ASSIGNED);
const loyal = () => addSubmission(query, { is_loyalty: true, promotion_id: 2 });
const statusOf = async (id: number) => {
  const { promo } = await callsOf();
  return (await promo.detail({ id, receipt: "false" })).submission.status;
};

const PAGE = { msg: "", hasPrevious: false, hasNext: false, total: 1 };
const PAGING = "search=&sortField=createdDate&sortOrder=asc&page=1&pageSize=20";
const QUEUE_FIELDS = [
  "id",
  "displayName",
  "name",
  "email",
  "reviewer",
  "status",
  "assignedDate",
  "createdDate",
  "ageOfSubmission",
  "shippingAddress1",
  "shippingAddress2",
  "addressUsed",
  "receiptIdUsed",
];
const ROW_FIELDS = [
  "id",
  "email",
  "createdDate",
  "status",
  "denyReason",
  "shippingAddress1",
  "shippingAddress2",
  "addressUsed",
  "receiptIdUsed",
  "reviewer",
  "approver",
  "aprovedDate",
  "denier",
  "deniedDate",
  "orderName",
  "fulfillmentStatus",
];
const DETAIL_FIELDS = [
  "id",
  "displayName",
  "email",
  "purchasingMethod",
  "purchaseDate",
  "receiptId",
  "modelNumber",
  "retailer",
  "purchaseCity",
  "purchaseState",
  "shippingFirstName",
  "shippingLastName",
  "shippingAddress1",
  "shippingAddress2",
  "shippingCity",
  "shippingState",
  "shippingPostalCode",
  "shippingCountry",
  "shippingPhone",
  "receiptBase64",
  "status",
  "reviewer",
  "denyReason",
  "orderName",
  "trackingNumber",
];

/** Expects one page with one row that has these fields. */
function expectPage(body: Record<string, unknown>, fields: readonly string[]): void {
  expect(body).toMatchObject(PAGE);
  const [row, ...others] = body.list as object[];
  expect(others).toEqual([]);
  expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining([...fields]));
}

test("GET /api/promo/reports/submissionsByStatus", async () => {
  const { data } = await answerTo("GET /api/promo/reports/submissionsByStatus");
  expect(data).toContainEqual({ status: "Assigned", count: 1 });
});

test("GET /api/promo/reports/submissionsByDenyReason", async () => {
  expect(await answerTo("GET /api/promo/reports/submissionsByDenyReason")).toMatchObject({
    msg: "",
    data: [],
  });
});

test("GET /api/promo/reports/submissionsStats", async () => {
  const { data } = await answerTo("GET /api/promo/reports/submissionsStats");
  expect(data).toEqual({ createdToAssigned: null, assignedToApproved: null, createdToApproved: null });
});

test.each(["assigned", "assignmentQueue"])("GET /api/promo/submissions/%s", async (type) => {
  expectPage(await answerTo(`GET /api/promo/submissions/${type}?${PAGING}`), QUEUE_FIELDS);
});

test.each(["unAssigned", "onHold"])("GET /api/promo/submissions/%s, empty", async (type) => {
  const body = await answerTo(`GET /api/promo/submissions/${type}?${PAGING}`);
  expect(body).toMatchObject({ ...PAGE, total: 0, list: [] });
});

test("GET /api/promo/submissions/csrApproval", async () => {
  expectPage(await answerTo(`GET /api/promo/submissions/csrApproval?${PAGING}&reviewer=7`), QUEUE_FIELDS);
});

test("GET /api/promo/submissions/loyaltyOrders", async () => {
  const filter = "&status=Unassigned&denyReason=";
  expectPage(await answerTo(`GET /api/promo/submissions/loyaltyOrders?${PAGING}${filter}`), ROW_FIELDS);
});

test("GET /api/promo/submissions/list", async () => {
  const filter = new URLSearchParams({
    gender: "",
    age: "",
    receiptId: "R-1",
    receiptIdUsed: "false",
    purchasingMethod: "In store",
    purchaseDate: "05/20/2026",
    modelNumber: "DC-100",
    retailer: "Tool Depot",
    purchaseState: "Ohio",
    shippingAddressLine: "1 Main",
    shippingCity: "Columbus",
    shippingCountry: "United States",
    shippingState: "OH",
    shippingPostalCode: "43004",
    status: "Assigned",
    reviewer: "1",
    approver: "",
    denier: "",
    denyReason: "",
    orderNumber: "",
    fulfillmentStatus: "",
    shippingAddressUsed: "false",
    createdDate: "06/01/2026",
  });
  expectPage(await answerTo(`GET /api/promo/submissions/list?${PAGING}&${filter}`), ROW_FIELDS);
});

test("an empty filter is the same as none", async () => {
  const names = [
    "status",
    "reviewer",
    "approver",
    "denier",
    "denyReason",
    "purchaseDate",
    "createdDate",
    "receiptIdUsed",
    "shippingAddressUsed",
    "fulfillmentStatus",
    "sortField",
    "sortOrder",
    "page",
    "pageSize",
  ];
  const empty = names.map((name) => `${name}=`).join("&");
  expect(await answerTo(`GET /api/promo/submissions/list?${empty}`)).toEqual(
    await answerTo("GET /api/promo/submissions/list"),
  );
});

test("GET /api/promo/submissions/export/list", async () => {
  const { msg } = await answerTo("GET /api/promo/submissions/export/list?search=&status=Denied&reviewer=");
  expect(msg).toMatch(/^The spreadsheet is being written\. It will be sent to \S+@\S+\.$/);
});

test("GET /api/promo/submission/{id}", async () => {
  const { msg, submission } = await answerTo(`GET /api/promo/submission/${ids.submission}`);
  expect(msg).toBe("");
  expect(Object.keys(submission as object)).toEqual(expect.arrayContaining(DETAIL_FIELDS));
  // A JPG: clients recognize the receipt's type by the first character.
  expect(submission).toMatchObject({ id: ids.submission, receiptBase64: expect.stringMatching(/^\//) });
});

test.each([
  ["reviewers", { email: expect.any(String) }],
  ["deny", { reason: "Too late" }],
  ["hold", { reason: "Blurred receipt" }],
  ["deny/loyaltyOrder", { reason: "Not a member" }],
  ["ages", { age: "18-24" }],
  ["countries", { country: "United States" }],
  ["genders", { gender: "Female" }],
  ["purchasingMethods", { method: "In store" }],
  ["retailers", { retailer: "Tool Depot" }],
  ["status", { status: "Unassigned" }],
  ["fulfillmentStatus", { status: "Unfulfilled" }],
])("GET /api/promo/%s/list", async (name, first) => {
  const { list } = await answerTo(`GET /api/promo/${name}/list`);
  expect((list as object[])[0]).toMatchObject({ id: expect.anything(), ...first });
});

test("GET /api/promo/status/loyaltyOrderList", async () => {
  const { list } = await answerTo("GET /api/promo/status/loyaltyOrderList");
  expect((list as object[])[0]).toMatchObject({ id: 1, status: "Unassigned" });
});

test("GET /api/promo/states/list/1", async () => {
  const { list } = await answerTo("GET /api/promo/states/list/1");
  expect((list as object[])[0]).toMatchObject({ id: 1, state: "Ohio" });
});

test("POST /api/promo/submission/inReview/{id}", async () => {
  const id = await assigned();
  await answerTo(`POST /api/promo/submission/inReview/${id}`, {});
  expect(await statusOf(id)).toBe("In Review");
});

test("POST /api/promo/submissions/assign", async () => {
  const id = await addSubmission(query);
  const { msg } = await answerTo("POST /api/promo/submissions/assign", { list: [id], reviewer: "1" });
  expect([msg, await statusOf(id)]).toEqual(["Assignee changes successfully", "Assigned"]);
});

test("POST /api/promo/submissions/approve", async () => {
  const id = await assigned();
  const { msg } = await answerTo("POST /api/promo/submissions/approve", { list: [id] });
  expect([msg, await statusOf(id)]).toEqual(["Submission Approved Successfully", "Approved"]);
});

test("POST /api/promo/submissions/deny", async () => {
  const id = await assigned();
  const { msg } = await answerTo("POST /api/promo/submissions/deny", { list: [id], reason: ids.deny });
  expect([msg, await statusOf(id)]).toEqual(["Submission Denied successfully", "Denied"]);
});

test("POST /api/promo/submissions/hold", async () => {
  const id = await assigned();
  const { msg } = await answerTo("POST /api/promo/submissions/hold", { list: [id], reason: ids.hold });
  expect([msg, await statusOf(id)]).toEqual(["Submission Hold successfully", "Assigned"]);
});

test("POST /api/promo/submissions/loyaltyOrderApprove", async () => {
  const id = await loyal();
  const { msg } = await answerTo("POST /api/promo/submissions/loyaltyOrderApprove", { list: [id] });
  expect([msg, await statusOf(id)]).toEqual(["Submission Approved Successfully", "Approved"]);
});

test("POST, PATCH and DELETE /api/promo/deny", async () => {
  const created = await answerTo("POST /api/promo/deny", { reason: "No date", orderInList: null });
  expect(created.msg).toBe("New Reason created");
  const path = `/api/promo/deny/${created.id}`;
  const changed = await answerTo(`PATCH ${path}`, { reason: "No date at all", orderInList: 2 });
  expect(changed.msg).toBe("New Reason updated");
  const { list } = await answerTo("GET /api/promo/deny/list");
  expect(list).toContainEqual({ id: created.id, reason: "No date at all", orderInList: 2 });
  expect((await answerTo(`DELETE ${path}`)).msg).toBe("Reason deleted");
});
