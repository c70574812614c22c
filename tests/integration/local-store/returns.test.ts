import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { fulfillOrder } from "../../../local-store/orders/fulfill-order.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let orderId: string;
beforeAll(async () => {
  running = await startStore();
});
afterAll(() => running?.close());
beforeEach(async () => {
  const { customer } = await createCustomer(running.store, SHOP, { firstName: "Otto", email: null });
  const { order } = await placeOrder(running.store, SHOP, {
    customerId: customer?.id ?? 0,
    order: {
      lines: [
        { title: "Lamp", sku: "LAMP", quantity: 3, price_cents: 1000, grams: 907 },
        { title: "Gift tag", sku: "BDGIFTTAG", quantity: 1, price_cents: 0 },
      ],
      shipping_cents: 500,
      shipping_title: "Ground",
    },
  });
  orderId = `gid://shopify/Order/${order?.id}`;
  await fulfillOrder(running.store, SHOP, order?.id ?? 0, { tracking: { number: "1Z999AA10123456784" } });
  await running.dispatcher.deliverDue();
  running.received.length = 0;
});

const topics = async () => {
  await running.dispatcher.deliverDue();
  return running.received.splice(0).map(({ headers }) => headers["x-shopify-topic"]);
};
const returnable = async () => {
  const { data } = await running.call(
    `query($orderId: ID!) { returnableFulfillments(orderId: $orderId, first: 5) { nodes { id fulfillment { id status }
      returnableFulfillmentLineItems(first: 30) { nodes { quantity fulfillmentLineItem { id quantity lineItem { id sku title } } } } } } }`,
    { orderId },
  );
  return data.returnableFulfillments.nodes[0]?.returnableFulfillmentLineItems.nodes ?? [];
};
const CREATE = `mutation($input: ReturnInput!) { returnCreate(returnInput: $input) {
  return { id name status totalQuantity reverseFulfillmentOrders(first: 5) { nodes { id status lineItems(first: 50) {
    nodes { id totalQuantity fulfillmentLineItem { id lineItem { id sku } } } } } } }
  userErrors { code field message } } }`;
const create = async (lines: Array<Record<string, unknown>>) =>
  (await running.call(CREATE, { input: { orderId, returnLineItems: lines } })).data.returnCreate;

test("a return has a parcel with an uploaded label, is processed with a refund, and is closed", async () => {
  const [lamp] = await returnable();
  expect(lamp).toMatchObject({ quantity: 3, fulfillmentLineItem: { lineItem: { sku: "LAMP" } } });
  const fulfillmentLineItemId = lamp.fulfillmentLineItem.id;
  const created = await create([{ fulfillmentLineItemId, quantity: 2, returnReason: "DEFECTIVE" }]);
  expect(created.userErrors).toEqual([]);
  expect(created.return).toMatchObject({ name: expect.stringMatching(/^#\d+-R1$/), status: "OPEN" });
  expect((await returnable())[0].quantity).toBe(1);
  expect(await topics()).toEqual(["returns/approve", "orders/updated"]);

  const staged = await running.call(
    `mutation { stagedUploadsCreate(input: [{ filename: "label.pdf", mimeType: "application/pdf", resource: RETURN_LABEL, httpMethod: PUT }]) {
      stagedTargets { url resourceUrl } userErrors { message } } }`,
  );
  const [{ url, resourceUrl }] = staged.data.stagedUploadsCreate.stagedTargets;
  await fetch(url, { method: "PUT", body: "%PDF-1.7" });
  const [reverse] = created.return.reverseFulfillmentOrders.nodes;
  const delivery = await running.call(
    `mutation($rfoId: ID!, $lines: [ReverseDeliveryLineItemInput!]!, $label: ReverseDeliveryLabelInput) {
      reverseDeliveryCreateWithShipping(reverseFulfillmentOrderId: $rfoId, reverseDeliveryLineItems: $lines,
        trackingInput: { number: "1Z1", url: "https://ups.example/1Z1" }, labelInput: $label, notifyCustomer: false) {
        reverseDelivery { id deliverable { ... on ReverseDeliveryShippingDeliverable { tracking { number url carrierName }
          label { publicFileUrl } } } } userErrors { code field message } } }`,
    {
      rfoId: reverse.id,
      lines: [{ reverseFulfillmentOrderLineItemId: reverse.lineItems.nodes[0].id, quantity: 2 }],
      label: { fileUrl: resourceUrl },
    },
  );
  const { reverseDelivery, userErrors } = delivery.data.reverseDeliveryCreateWithShipping;
  expect(userErrors).toEqual([]);
  expect(reverseDelivery.deliverable.tracking).toEqual({
    number: "1Z1",
    url: "https://ups.example/1Z1",
    carrierName: "UPS",
  });
  const label = await fetch(reverseDelivery.deliverable.label.publicFileUrl);
  expect(await label.text()).toBe("%PDF-1.7");
  expect(await topics()).toEqual(["reverse_deliveries/attach_deliverable"]);

  const read = () =>
    running.call(
      `query($id: ID!) { order(id: $id) { returnStatus displayFinancialStatus transactions { id kind }
        lineItems(first: 5) { nodes { sku weight { value unit } refundableQuantity unfulfilledQuantity } }
        returns(first: 5) { nodes { id status returnLineItems(first: 5) { nodes { id quantity refundableQuantity refundedQuantity
          ... on ReturnLineItem { fulfillmentLineItem { id lineItem { sku } } } } }
          refunds(first: 5) { nodes { id totalRefundedSet { shopMoney { amount } } } } } } } }`,
      { id: orderId },
    );
  const before = (await read()).data.order;
  expect(before).toMatchObject({
    returnStatus: "IN_PROGRESS",
    lineItems: {
      nodes: [
        { sku: "LAMP", weight: { value: 1.9996, unit: "POUNDS" }, unfulfilledQuantity: 0 },
        { sku: "BDGIFTTAG" },
      ],
    },
  });
  const [row] = before.returns.nodes;
  const processed = await running.call(
    `mutation($input: ReturnProcessInput!) { returnProcess(input: $input) { return { id status } userErrors { code field message } } }`,
    {
      input: {
        returnId: row.id,
        returnLineItems: [{ id: row.returnLineItems.nodes[0].id, quantity: 2 }],
        financialTransfer: {
          issueRefund: {
            orderTransactions: [
              {
                parentId: before.transactions[0].id,
                transactionAmount: { amount: "20.00", currencyCode: "USD" },
              },
            ],
          },
        },
      },
    },
  );
  expect(processed.data.returnProcess.userErrors).toEqual([]);
  const closed = await running.call(
    "mutation($id: ID!) { returnClose(id: $id) { return { status } userErrors { code field message } } }",
    { id: row.id },
  );
  expect(closed.data.returnClose.return).toEqual({ status: "CLOSED" });
  expect((await read()).data.order).toMatchObject({
    returnStatus: "RETURNED",
    displayFinancialStatus: "PARTIALLY_REFUNDED",
    lineItems: { nodes: [{ refundableQuantity: 1 }, {}] },
    returns: {
      nodes: [
        {
          status: "CLOSED",
          returnLineItems: { nodes: [{ refundedQuantity: 2 }] },
          refunds: { nodes: [{ totalRefundedSet: { shopMoney: { amount: "20.0" } } }] },
        },
      ],
    },
  });
  expect([...new Set(await topics())].sort()).toEqual([
    "orders/updated",
    "refunds/create",
    "returns/close",
    "returns/process",
    "returns/update",
  ]);
});

test("a return keeps its fees, and its items are restocked or missing", async () => {
  const [lamp] = await returnable();
  const { data: made } = await running.call(CREATE, {
    input: {
      orderId,
      returnShippingFee: { amount: { amount: "5.00", currencyCode: "USD" } },
      returnLineItems: [
        {
          fulfillmentLineItemId: lamp.fulfillmentLineItem.id,
          quantity: 2,
          returnReason: "DEFECTIVE",
          restockingFee: { percentage: 10 },
        },
      ],
    },
  });
  const { id, reverseFulfillmentOrders } = made.returnCreate.return;
  const { data: read } = await running.call(
    `query($id: ID!) { return(id: $id) { returnShippingFees { amountSet { shopMoney { amount } } }
      returnLineItems(first: 5) { nodes { id ... on ReturnLineItem { restockingFee { percentage amountSet { shopMoney { amount } } } } } } } }`,
    { id },
  );
  const [line] = read.return.returnLineItems.nodes;
  expect(read.return.returnShippingFees[0].amountSet.shopMoney.amount).toBe("5.0");
  expect(line.restockingFee).toEqual({ percentage: 10, amountSet: { shopMoney: { amount: "2.0" } } });
  const { data: outcome } = await running.call(
    `query($id: ID!, $lines: [SuggestedOutcomeReturnLineItemInput!]!) { return(id: $id) {
      suggestedFinancialOutcome(returnLineItems: $lines, exchangeLineItems: []) { discountedSubtotal { shopMoney { amount } }
        financialTransfer { ... on RefundReturnOutcome { amount { shopMoney { amount } } } } } } }`,
    { id, lines: [{ id: line.id, quantity: 2 }] },
  );
  expect(outcome.return.suggestedFinancialOutcome).toEqual({
    discountedSubtotal: { shopMoney: { amount: "20.0" } },
    financialTransfer: { amount: { shopMoney: { amount: "13.0" } } },
  });
  const { data: places } = await running.call("{ locations(first: 5) { nodes { id name isActive } } }");
  const [location] = places.locations.nodes;
  await topics();
  const [reverseLine] = reverseFulfillmentOrders.nodes[0].lineItems.nodes;
  const disposition = (dispositionType: string, locationId?: string) => ({
    reverseFulfillmentOrderLineItemId: reverseLine.id,
    quantity: 1,
    dispositionType,
    locationId,
  });
  const process = (dispositions: object[]) =>
    running.call(
      "mutation($input: ReturnProcessInput!) { returnProcess(input: $input) { return { id } userErrors { message } } }",
      { input: { returnId: id, returnLineItems: [{ id: line.id, quantity: 2, dispositions }] } },
    );
  const nowhere = await process([
    disposition("RESTOCKED", "gid://shopify/Location/1"),
    disposition("MISSING"),
  ]);
  expect(nowhere.errors).toHaveLength(1);
  const tooMany = await process([disposition("MISSING"), disposition("MISSING"), disposition("MISSING")]);
  expect(tooMany.data.returnProcess.userErrors).toHaveLength(1);
  const done = await process([disposition("RESTOCKED", location.id), disposition("MISSING")]);
  expect(done.data.returnProcess.userErrors).toEqual([]);
  expect((await topics()).sort()).toEqual([
    "orders/updated",
    "returns/process",
    "returns/update",
    "reverse_fulfillment_orders/dispose",
    "reverse_fulfillment_orders/dispose",
  ]);
});

test("a return of too much is refused, and a canceled one can be returned again", async () => {
  const [lamp] = await returnable();
  const fulfillmentLineItemId = lamp.fulfillmentLineItem.id;
  const refused = await create([{ fulfillmentLineItemId, quantity: 4, returnReason: "UNWANTED" }]);
  expect(refused).toMatchObject({
    return: null,
    userErrors: [{ code: "INVALID", field: ["returnInput", "returnLineItems", "0", "quantity"] }],
  });
  const reasons = await running.call(
    `{ returnReasonDefinitions(first: 100, query: "deleted:false") { nodes { id handle name deleted } } }`,
  );
  const reason = reasons.data.returnReasonDefinitions.nodes.find(
    ({ handle }: { handle: string }) => handle === "unwanted",
  );
  const created = await create([{ fulfillmentLineItemId, quantity: 3, returnReasonDefinitionId: reason.id }]);
  expect(await create([{ fulfillmentLineItemId, quantity: 1, returnReason: "UNWANTED" }])).toMatchObject({
    userErrors: [{ code: "NOT_FOUND" }],
  });
  const CANCEL = "mutation($id: ID!) { returnCancel(id: $id) { return { status } userErrors { code } } }";
  const canceled = await running.call(CANCEL, { id: created.return.id });
  expect(canceled.data.returnCancel).toEqual({ return: { status: "CANCELED" }, userErrors: [] });
  expect((await returnable())[0].quantity).toBe(3);
  const again = await running.call(CANCEL, { id: created.return.id });
  expect(again.data.returnCancel.userErrors).toEqual([{ code: "INVALID_STATE" }]);
});

test("a requested return is approved or declined", async () => {
  const [lamp] = await returnable();
  const REQUEST = `mutation($input: ReturnRequestInput!) { returnRequest(input: $input) { return { id status } userErrors { code } } }`;
  const request = async () => {
    const line = { fulfillmentLineItemId: lamp.fulfillmentLineItem.id, quantity: 1, returnReason: "COLOR" };
    const { data } = await running.call(REQUEST, { input: { orderId, returnLineItems: [line] } });
    expect(data.returnRequest).toMatchObject({ return: { status: "REQUESTED" }, userErrors: [] });
    return data.returnRequest.return.id;
  };
  const approved = await running.call(
    "mutation($id: ID!) { returnApproveRequest(input: { id: $id }) { return { status reverseFulfillmentOrders(first: 1) { nodes { status } } } userErrors { code } } }",
    { id: await request() },
  );
  expect(approved.data.returnApproveRequest.return).toEqual({
    status: "OPEN",
    reverseFulfillmentOrders: { nodes: [{ status: "OPEN" }] },
  });
  const declined = await running.call(
    "mutation($id: ID!) { returnDeclineRequest(input: { id: $id, declineReason: FINAL_SALE }) { return { status } userErrors { code } } }",
    { id: await request() },
  );
  expect(declined.data.returnDeclineRequest.return).toEqual({ status: "DECLINED" });
});
