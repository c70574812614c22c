import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { rowsInFile, work } from "../exports/support.ts";
import { sentMails } from "../mail/support.ts";
import { addPromotion, addReason, addSubmission } from "./support.ts";

let shops: TwoShops;
const ids: Record<string, number> = {};
beforeAll(async () => {
  shops = await openTwoShops("promo_lists");
  const { query } = shops;
  await addPromotion(query);
  await addPromotion(query, { id: 2, isLoyalty: true });
  const held = await addReason(query, "hold_reasons", { reason: "Blurred receipt" });
  const denied = await addReason(query, "deny_reasons", { reason: "Too late", order_in_list: 2 });
  await addReason(query, "deny_reasons", { reason: "Not a receipt", order_in_list: 1 });
  await addReason(query, "deny_reasons", { reason: "Not a member", is_loyalty: true });
  const assigned = { status: "Assigned", reviewer_id: "1", reviewer_email: "person1@shop.example" };
  const on = (day: number) => ({ created_at: new Date(Date.UTC(2026, 5, day, 10)) });
  ids.new = await addSubmission(query, {
    ...on(1),
    email: "new@customers.example",
    receipt_id: "AB-77",
    receipt_key: "ab77",
    shipping_city: "İzmir",
  });
  ids.assigned = await addSubmission(query, {
    ...on(2),
    ...assigned,
    assigned_at: new Date("2026-06-03T10:00:00Z"),
    email: "assigned@customers.example",
  });
  ids.held = await addSubmission(query, { ...on(3), ...assigned, status: "In Review", hold_reason_id: held });
  ids.others = await addSubmission(query, { ...on(4), ...assigned, reviewer_id: "2" });
  ids.denied = await addSubmission(query, {
    ...on(5),
    status: "Denied",
    deny_reason_id: denied,
    denier_id: "1",
    denier_email: "person1@shop.example",
    denied_at: new Date("2026-06-06T10:00:00Z"),
    decided_at: new Date("2026-06-06T10:00:00Z"),
    gender: "Female",
    age_range: "18-24",
    amount_cents: 4_990,
    risk_score: 70,
    signals: JSON.stringify(["receiptId", "address"]),
    shipping_address2: "Suite 9",
    is_address_used: true,
  });
  ids.shipped = await addSubmission(query, {
    ...on(6),
    status: "Shipped",
    approver_id: "2",
    approved_at: new Date("2026-06-07T10:00:00Z"),
    decided_at: new Date("2026-06-07T10:00:00Z"),
    order_name: "#1001",
    fulfillment_status: "Shipped",
    retailer: "Hardware Inc",
  });
  ids.loyalty = await addSubmission(query, { ...on(7), is_loyalty: true, promotion_id: 2 });
  await addSubmission(query, {}, SECOND);
});
afterAll(() => shops.close());

const found = ({ list }: { list: { id: number }[] }) =>
  list.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

test("the queue has the open submissions of each type, with their columns", async () => {
  const { promo } = await shops.as("1");
  const queue = async (assignmentType: "unAssigned" | "assigned" | "onHold" | "assignmentQueue") =>
    found(await promo.queue({ assignmentType }));
  expect(await queue("unAssigned")).toEqual(["new"]);
  expect(await queue("assigned")).toEqual(["assigned", "others"]);
  expect(await queue("onHold")).toEqual(["held"]);
  expect(await queue("assignmentQueue")).toEqual(["new", "assigned", "held", "others"]);
  const { list, ...page } = await promo.queue({ assignmentType: "assigned", search: "ASSIGNED@" });
  expect(page).toEqual({
    status: true,
    msg: "",
    hasPrevious: false,
    hasNext: false,
    total: 1,
    isExact: true,
  });
  expect(list[0]).toMatchObject({
    name: "Ana Martin",
    email: "assigned@customers.example",
    reviewer: "person1@shop.example",
    status: "Assigned",
    assignedDate: "2026-06-03T10:00:00.000Z",
    createdDate: "2026-06-02T10:00:00.000Z",
    dueDate: "2026-06-05T10:00:00.000Z",
    isLate: true,
  });
});

test("the approval queue has what is assigned to the session's administrator, whatever the request says", async () => {
  const [one, two] = [await shops.as("1"), await shops.as("2", SECOND)];
  expect(found(await one.promo.csrApproval({ reviewer: "2" }))).toEqual(["assigned", "held"]);
  expect((await refusalOf(two.promo.csrApproval({}))).status).toBe(403);
});

test("pages count at any depth, from both ends", async () => {
  const { promo } = await shops.as("1");
  const page = async (number: number, sortOrder: "asc" | "desc") =>
    promo.list({ page: number, pageSize: 3, sortOrder });
  expect(found(await page(2, "asc"))).toEqual(["others", "denied", "shipped"]);
  expect(found(await page(3, "desc"))).toEqual(["new"]);
  expect(await page(3, "asc")).toMatchObject({ total: 7, hasPrevious: true, hasNext: false });
  expect(
    found(await promo.list({ sortField: "decidedDate", sortOrder: "desc", pageSize: 7 })).slice(-2),
  ).toEqual(["shipped", "denied"]);
});

const SORTS = ["createdDate", "email", "decidedDate"] as const;
test.each(SORTS.flatMap((sortField) => [[sortField, "asc"] as const, [sortField, "desc"] as const]))(
  "the pages by %s %s make up the whole list",
  async (sortField, sortOrder) => {
    const { promo } = await shops.as("1");
    for (const filter of [{}, { shippingAddressUsed: "false" as const }]) {
      const all = await promo.list({ ...filter, sortField, sortOrder, pageSize: 50 });
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => promo.list({ ...filter, sortField, sortOrder, page, pageSize: 2 })),
      );
      expect(pages.flatMap(found)).toEqual(found(all));
      expect(found(all)).toHaveLength(all.total);
    }
  },
);

test.each([
  [{ search: "ab-77" }, ["new"]],
  [{ receiptId: "ab 77" }, ["new"]],
  [{ shippingCity: "İzmir" }, ["new"]],
  [{ gender: "Female", age: "18-24" }, ["denied"]],
  [{ status: "Denied" as const }, ["denied"]],
  [{ shippingAddressUsed: "true" as const }, ["denied"]],
  [{ shippingAddressLine: "suite 9" }, ["denied"]],
  [{ retailer: "Hardware Inc", modelNumber: "dc-100" }, ["shipped"]],
  [{ orderNumber: "#1001", fulfillmentStatus: "Shipped" as const }, ["shipped"]],
  [{ orderNumber: "1001" }, ["shipped"]],
  [{ orderNumber: "100" }, []],
  [{ shippingState: "oh", retailer: "Hardware Inc" }, ["shipped"]],
  [{ approver: "2" }, ["shipped"]],
  [{ denier: "1" }, ["denied"]],
  [{ reviewer: "2" }, ["others"]],
  [{ createdDate: "06/03/2026" }, ["held"]],
  [{ purchaseDate: "05/21/2026" }, []],
  [{ purchasingMethod: "Online" }, []],
  [{ purchaseState: "Texas" }, []],
  [
    {
      shippingCity: "columbus",
      shippingState: "OH",
      shippingPostalCode: "43004",
      shippingCountry: "United States",
      status: "Shipped" as const,
      receiptIdUsed: "false" as const,
    },
    ["shipped"],
  ],
])("the list is narrowed by %j", async (filter, expected) => {
  const { promo } = await shops.as("1");
  expect(found(await promo.list(filter))).toEqual(expected);
});

test("loyalty submissions have a list of their own, with status and reason", async () => {
  const { promo } = await shops.as("1");
  expect(found(await promo.loyaltyOrders({}))).toEqual(["loyalty"]);
  expect(found(await promo.loyaltyOrders({ status: "Denied" }))).toEqual([]);
  expect(found(await promo.loyaltyOrders({ denyReason: 1 }))).toEqual([]);
});

test("a search's hits on each tab are what the tab lists, for the tabs that the administrator may open", async () => {
  const { promo } = await shops.as("1");
  const narrowed = {
    search: "ana",
    assignmentType: "assigned",
    loyaltyStatus: "Denied",
    status: "Denied",
  } as const;
  const exact = (count: number) => ({ count, exact: true });
  expect(await promo.hits(narrowed)).toEqual({
    AssignmentQueue: exact(2),
    CsrApprovals: exact(2),
    LoyaltyOrder: exact(0),
    AllSubmissions: exact(1),
  });
  expect(found(await promo.queue({ search: "ana", assignmentType: "assigned" }))).toHaveLength(2);
  expect(found(await promo.csrApproval({ search: "ana" }))).toHaveLength(2);
  expect(await promo.hits({ search: "ana" })).toMatchObject({
    LoyaltyOrder: exact(1),
    AllSubmissions: exact(7),
  });
  await grantAccess("3", ["showPromotion"], { tabLimits: { showPromotion: ["CsrApprovals", "Dashboard"] } });
  expect(await (await shops.as("3")).promo.hits({ search: "ana" })).toEqual({ CsrApprovals: exact(0) });
  await grantAccess("3", []);
});

test("the look-up lists have an id and a value each", async () => {
  const { promo } = await shops.as("1");
  expect((await promo.denyReasons()).list.map(({ reason }) => reason)).toEqual(["Not a receipt", "Too late"]);
  expect((await promo.loyaltyDenyReasons()).list.map(({ reason }) => reason)).toEqual(["Not a member"]);
  expect((await promo.holdReasons()).list.map(({ reason }) => reason)).toEqual(["Blurred receipt"]);
  expect((await promo.reviewers()).list).toEqual([
    { id: "1", email: "person1@backroom-demo.myshopify.com", name: "Olive Owner", isAssignable: true },
  ]);
  expect((await promo.ages()).list).toEqual([
    { id: 1, age: "18-24" },
    { id: 2, age: "25-34" },
  ]);
  const rest = await Promise.all([
    promo.countries(),
    promo.genders(),
    promo.purchasingMethods(),
    promo.retailers(),
    promo.states({ country: 1 }),
    promo.statuses(),
    promo.loyaltyStatuses(),
    promo.fulfillmentStatuses(),
  ]);
  expect(rest.map(({ list }) => Object.values(list[0] ?? {})[1])).toEqual([
    "United States",
    "Female",
    "In store",
    "Tool Depot",
    "Ohio",
    "Unassigned",
    "Unassigned",
    "Unfulfilled",
  ]);
});

test("a tab that the administrator may not open is refused", async () => {
  await grantAccess("3", ["showPromotion"], { tabLimits: { showPromotion: ["DenyList"] } });
  const { promo } = await shops.as("3");
  for (const call of [
    promo.queue({ assignmentType: "assigned" }),
    promo.csrApproval({}),
    promo.list({}),
    promo.loyaltyOrders({}),
  ])
    expect((await refusalOf(call)).status).toBe(403);
});

test.each([
  ["a page that is none", { page: 0 }],
  ["an order that the list doesn't have", { sortField: "shippingCity" }],
  ["a day that is none", { createdDate: "02/30/2026" }],
  ["a search that is too long", { search: "x".repeat(61) }],
  ["a status that doesn't exist", { status: "Lost" }],
])("%s is refused", async (_what, input) => {
  const { promo } = await shops.as("1");
  expect((await refusalOf(promo.list(input as object))).status).toBe(400);
});

test("lists show what was entered and the promotion, and are ordered and narrowed by it", async () => {
  const { promo } = await shops.as("1");
  const byRisk = await promo.list({ sortField: "riskScore", sortOrder: "desc" });
  expect(found(byRisk)[0]).toBe("denied");
  expect(byRisk.list[0]).toMatchObject({
    promotion: "Promotion 1",
    amountCents: 4_990,
    ageRange: "18-24",
    riskScore: 70,
    risks: ["Receipt ID used before", "Address used before, perhaps written differently"],
  });
  expect(found(await promo.list({ sortField: "amount", sortOrder: "asc" }))[0]).toBe("denied");
  expect(found(await promo.list({ promotion: 2 }))).toEqual(["loyalty"]);
  expect((await promo.promotionNames()).list.map(({ name }) => name)).toEqual(["Promotion 2", "Promotion 1"]);
  const queue = await promo.queue({ assignmentType: "assignmentQueue", sortField: "riskScore" });
  expect(queue.list[0]).toMatchObject({ promotion: "Promotion 1", amountCents: null, riskScore: 0 });
});

test("the export writes what the filters pick into a spreadsheet, and emails it", async () => {
  const { promo, jobs } = await shops.as("1");
  const { list } = await promo.denyReasons();
  const denyReason = list.find(({ reason }) => reason === "Too late")?.id;
  const filter = { status: "Denied", denyReason, createdDate: "06/05/2026", receiptIdUsed: "false" } as const;
  const { jobId, msg } = await promo.exportList({ ...filter, search: "" });
  expect(msg).toBe(
    "The spreadsheet is being written. It will be sent to person1@backroom-demo.myshopify.com.",
  );
  await work(jobId);
  const { file, state } = await jobs.detail({ id: jobId });
  expect([state, file?.name]).toEqual([
    "completed",
    expect.stringMatching(/^Promotion_Submissions_\d{8}T\d{6}Z\.xlsx$/),
  ]);
  const rows = await rowsInFile(file?.id ?? "");
  const header = rows.findIndex(([first]) => first === "ID");
  const lines = rows.slice(0, header).flatMap(([first]) => first ?? []);
  expect(lines.slice(2)).toEqual([
    "Same ReceiptId found: No",
    "Status: Denied",
    "Reason: Too late",
    "Submission date: 06/05/2026",
  ]);
  expect(rows.slice(header + 1).map(([id]) => Number(id))).toEqual([ids.denied]);
  expect(rows[header]?.slice(0, 4)).toEqual(["ID", "Email", "Submission Date", "Status"]);
  expect(rows[header + 1]?.slice(2, 6)).toEqual(["06/05/2026 10:00", "Denied", null, "Too late"]);
  const attached = (await sentMails()).map(({ attachment }) => attachment?.name);
  expect(attached.filter((name) => name === file?.name)).toHaveLength(1);
});

test("the export goes to further recipients, attached for anyone, or as a link for administrators", async () => {
  const { promo, jobs } = await shops.as("1");
  await sentMails();
  const attached = await promo.exportList({ recipients: "ana@agency.example", format: "csv" });
  expect(attached.msg).toContain("and ana@agency.example.");
  await work(attached.jobId);
  expect((await jobs.detail({ id: attached.jobId })).file?.name).toMatch(/\.csv$/);
  expect(await sentMails()).toMatchObject([
    {
      to: { email: "ana@agency.example" },
      text: expect.stringContaining("The file is attached"),
      attachment: { name: expect.stringMatching(/\.csv$/) },
    },
    { attachment: { name: expect.stringMatching(/\.csv$/) } },
  ]);

  const outside = await refusalOf(promo.exportList({ recipients: "ana@agency.example", sendAs: "link" }));
  expect(outside.data).toMatchObject({
    fieldErrors: { recipients: expect.stringContaining("the link wouldn't open") },
  });
  await grantAccess("2", ["showPromotion"]);
  const linked = await promo.exportList({ recipients: `person2@${DEMO}`, sendAs: "link" });
  await work(linked.jobId);
  const { file } = await jobs.detail({ id: linked.jobId });
  const text = expect.stringContaining(`/promo?tab=AllSubmissions&file=${file?.id}`);
  const html = expect.stringMatching(new RegExp(`<a href="https?://[^"]+&amp;file=${file?.id}">`));
  expect(await sentMails()).toMatchObject([
    { text, html, attachment: undefined },
    { text, html, attachment: undefined },
  ]);
  expect((await (await shops.as("2")).files.detail({ id: file?.id ?? "" })).name).toBe(file?.name);
});
