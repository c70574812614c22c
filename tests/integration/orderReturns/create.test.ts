/** Returns with labels, against the local store and the stand-in of UPS. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { liveUps } from "~/connectors/ups/live.server";
import {
  createReturn,
  findOrder,
  fulfilledOrder,
  outsideOf,
  RECEIVER,
  readCaseStates,
  setUpUps,
  upsAccess,
} from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("returns");
  owner = await setUpUps(shop);
});
afterEach(() => {
  vi.unstubAllGlobals();
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;
const found = (order: Order) => findOrder(shop, owner, order);
const itemsOf = async (order: Order) =>
  Object.fromEntries((await found(order)).orderDetails.lineItems.edges.map(({ node }) => [node.sku, node]));
const create = (
  order: Order,
  quantities: Record<string, number>,
  more?: Partial<Parameters<typeof owner.orderReturns.create>[0]>,
) => createReturn(shop, owner, order, quantities, more);
const query = async (text: string, values?: unknown[]) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => tx.$client.query(text, values));
};
const caseStates = (order: Order) => readCaseStates(query, order.orderId);
/** All labels that were sold, and returns of an order. */
const bought = async (order: Order) => {
  const { labels, returns } = await outsideOf(shop, [order.id]);
  return { labels: labels.length, returns: returns.length };
};

test("a return of a part has a label, a parcel and a PDF, and what is left can be returned", async () => {
  const order = await fulfilledOrder(shop);
  expect((await found(order)).orderDetails).toMatchObject({
    customer: { displayName: "Ann Archer" },
    displayFulfillmentStatus: "FULFILLED",
  });
  const items = await itemsOf(order);
  expect(items.BDGIFTTAG?.returnableQuantity).toBe(0);
  const operationId = randomUUID();
  const outcome = { success: true, upsError: false, msg: "The return was created." };
  expect(await create(order, { LAMP: 2 }, { operationId })).toEqual(outcome);
  // A repeated click.
  expect(await create(order, { LAMP: 2 }, { operationId })).toEqual(outcome);
  const { returns, labels } = await outsideOf(shop, [order.id]);
  expect(returns).toHaveLength(1);
  const label = labels.find(({ reference }) => returns[0]?.note.includes(reference));
  expect(returns[0]?.tracking).toBe(label?.tracking_number);

  const [row] = (await found(order)).returns;
  expect(row).toMatchObject({
    lineitem_id: items.LAMP?.id,
    quantity: 2,
    refund_status: false,
    tracking_number: label?.tracking_number,
    isedit: false,
    address: "12 Main St Apt 4",
    zipcode: "97201",
  });
  expect((await itemsOf(order)).LAMP?.returnableQuantity).toBe(1);
  const pdf = await owner.attachments.bytes({ id: row?.label_id ?? "", variant: "file" });
  expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  const uploaded = await fetch(row?.shipping_label_url ?? "");
  expect(uploaded.headers.get("content-type")).toContain("application/pdf");
});

test("an order is found by its number or its id, and one that doesn't exist has a message", async () => {
  const order = await fulfilledOrder(shop);
  const { name } = (await found(order)).orderDetails;
  for (const value of [name, order.orderId, ` ${order.orderId} `])
    expect((await owner.orderReturns.search({ value })).data?.orderId).toBe(order.orderId);
  for (const [value, msg] of [
    ["#999999", "There is no order #999999. Check the number and search again."],
    ["gid://shopify/Order/999999", "This order no longer exists. Search by its number."],
  ] as const)
    expect(await owner.orderReturns.search({ value })).toEqual({ success: false, msg, data: null });
});

test("a unit price with parts of a cent is rounded for the expected refund", async () => {
  const order = await fulfilledOrder(shop);
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await send(input, init);
    const text = await response.text();
    const body = text.replaceAll(
      /("discountedUnitPriceAfterAllDiscountsSet":\{"shopMoney":\{"amount":)"[\d.]+"/g,
      '$1"6.666666"',
    );
    return new Response(body, response);
  });
  expect((await itemsOf(order)).LAMP?.unitCents).toBe(667);
});

test("after a fail-over of the database, a repeated return takes the label that was bought before", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const order = await fulfilledOrder(shop);
  const operationId = randomUUID();
  const reference = operationId.replaceAll("-", "");
  const lost = await liveUps(upsAccess(shop)).buyReturnLabel({
    reference,
    sender: {
      name: "Ann Archer",
      lines: ["12 Main St"],
      city: "Portland",
      state: "OR",
      zip: "97201",
      phone: "",
    },
    receiver: RECEIVER,
    weight: 1,
    service: "03",
    packaging: "02",
    description: "Return",
  });
  await database().query("INSERT INTO database_timelines (identity) VALUES ('former')");
  try {
    expect(await create(order, { LAMP: 1 }, { operationId })).toMatchObject({ success: true });
  } finally {
    await database().query("DELETE FROM database_timelines");
  }
  const { returns, labels } = await outsideOf(shop, [order.id]);
  expect(returns).toMatchObject([{ tracking: lost.trackingNumber }]);
  expect(labels.filter((label) => label.reference === reference)).toHaveLength(1);
});

test("what can't be returned is refused with the fixed text, and nothing is bought", async () => {
  const order = await fulfilledOrder(shop);
  const before = await bought(order);
  const other = await itemsOf(await fulfilledOrder(shop));
  const lampId = (await itemsOf(order)).LAMP?.id ?? "";
  const edited = { address: "1 Elm St", city: "Salem", state: "OR", zipcode: "97301", phone: "" };
  const edit = (change: Partial<typeof edited>) => ({
    isChecked1: true,
    editShippingAdress: { ...edited, ...change },
  });
  const failed = /^Error: Unable To Create Return/;
  const cases: [Record<string, number>, object, RegExp][] = [
    [{ LAMP: 4 }, {}, failed],
    [{ LAMP: -1 }, {}, failed],
    [{ LAMP: 1.5 }, {}, failed],
    [{ LAMP: 0 }, {}, failed],
    [{ LAMP: 2, [lampId]: 2 }, {}, failed],
    [{ BDGIFTTAG: 1 }, {}, failed],
    [{ [other.LAMP?.id ?? ""]: 1 }, {}, failed],
    [{ ANVIL: 2 }, {}, /^Heavier than the allowable package weight of 70 lbs\.$/],
    [{ LAMP: 1 }, edit({ zipcode: "9720" }), /^Zip code not valid\.$/],
    [{ LAMP: 1 }, edit({ zipcode: "10001" }), /^The ZIP code 10001 is in New York, not in Oregon\./],
    [{ LAMP: 1 }, edit({ address: "x".repeat(36) }), /^Address not valid\.$/],
    [{ LAMP: 1 }, edit({ city: "Salem 2" }), /^City not valid\.$/],
    [{ LAMP: 1 }, edit({ phone: "123" }), /^Phone not valid\.$/],
    [{ LAMP: 1 }, edit({ city: "" }), /^Some of the Customer Address Fields are Missing$/],
  ];
  for (const [quantities, more, message] of cases)
    expect(await refusalOf(create(order, quantities, more))).toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
  const unfulfilled = await fulfilledOrder(shop, { isFulfilled: false });
  expect((await refusalOf(create(unfulfilled, { LAMP: 1 }))).message).toMatch(failed);
  const homeless = await fulfilledOrder(shop, { address: null });
  expect((await refusalOf(create(homeless, { LAMP: 1 }))).message).toMatch(/Fields are Missing$/);
  expect(await bought(order)).toEqual(before);
  expect(before.returns).toBe(0);
  expect(await create(order, { LAMP: 1 }, edit({ zipcode: "97301-1234" }))).toMatchObject({ success: true });
  expect((await found(order)).returns[0]).toMatchObject({ isedit: true, zipcode: "97301-1234" });
});

test("a return whose label can't be bought doesn't exist, and a lost answer of UPS doesn't matter", async () => {
  const { faults } = shop.localStore.store;
  const order = await fulfilledOrder(shop);
  const refused = {
    isChecked1: true,
    editShippingAdress: { address: "1 Elm St", city: "Salem", state: "OR", zipcode: "00000" },
  };
  expect(await create(order, { LAMP: 1 }, refused)).toEqual({
    success: false,
    upsError: true,
    msg: "Error from UPS: Unable to Create Shipping Label",
    reason: expect.stringMatching(/^\d+ ./),
  });
  expect(await caseStates(order)).toEqual([{ state: "failed", failure: "ups" }]);
  // The order and the open returns show it until its items are returned, or until it is dismissed.
  const attempts = async () => (await found(order)).attempts;
  const [attempt] = await attempts();
  expect(attempt).toMatchObject({
    order_name: expect.stringMatching(/^#\d+$/),
    is_pending: false,
    is_undone: true,
    result: expect.stringMatching(/^Not created: \d+ ./),
    ended_at: expect.any(String),
  });
  expect((await owner.orderReturns.open({})).attempts).toContainEqual(attempt);
  faults.set(DEMO, { upsTimeoutAfterPurchase: 1 });
  expect(await create(order, { LAMP: 1 })).toMatchObject({ success: true });
  expect(await attempts()).toEqual([]);
  expect(await create(order, { ANVIL: 1 }, refused)).toMatchObject({ success: false });
  const [other] = await attempts();
  const dismiss = { id: other?.id ?? "" };
  expect(await owner.orderReturns.dismiss(dismiss)).toMatchObject({ success: true });
  expect(await owner.orderReturns.dismiss(dismiss)).toMatchObject({ success: true });
  expect(await attempts()).toEqual([]);
  expect((await owner.orderReturns.open({})).attempts).toEqual([]);
  const { labels, returns } = await outsideOf(shop, [order.id]);
  expect(returns).toHaveLength(1);
  expect(labels.filter(({ reference }) => returns[0]?.note.includes(reference))).toHaveLength(1);
});

test("a step that Shopify refuses undoes the earlier ones", async () => {
  const { faults } = shop.localStore.store;
  const before = (await outsideOf(shop, [])).labels.length;
  for (const operation of ["ReturnCreate", "StagedUploadsCreate", "ReverseDeliveryCreate"]) {
    const order = await fulfilledOrder(shop);
    faults.setFor(DEMO, operation, { userError: 1 });
    expect(await create(order, { LAMP: 1 })).toEqual({
      success: false,
      upsError: false,
      msg: "Error: Unable To Create Return",
      reason: expect.stringMatching(/^Shopify didn't /),
    });
    expect((await outsideOf(shop, [order.id])).returns).toEqual([]);
    expect(await caseStates(order)).toEqual([{ state: "failed", failure: "shopify" }]);
    expect((await found(order)).timeline.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^bought the label 1Z\w+ for \$12\.85, for 1 unit$/),
        "voided the label",
        expect.stringMatching(/^refused the return: Shopify didn't /),
      ]),
    );
    faults.reset(DEMO);
  }
  expect((await outsideOf(shop, [])).labels.length).toBe(before);
});
