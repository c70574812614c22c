/** Labels that are emailed, against the local store and the stand-in of UPS. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { outbox } from "../../support/outbox.ts";
import { customerWithAccount } from "../../support/people.ts";
import {
  downloadOwnRequest,
  downloadRequest,
  linksOf,
  visitOwnRequests,
  visitRequest,
} from "../../support/public-pages.ts";
import { createReturn, findOrder, fulfilledOrder, setUpUps } from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import { sentMails } from "../mail/support.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("emailed-labels");
  owner = await setUpUps(shop);
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;
const found = (order: Order) => findOrder(shop, owner, order);
const create = (order: Order, quantities: Record<string, number>) =>
  createReturn(shop, owner, order, quantities);
const query = async (text: string, values?: unknown[]) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => tx.$client.query(text, values));
};
/** A request to receive all items of a return without a refund. */
const receiptOf = async (returnId: string) => {
  const { lines, amounts } = await owner.orderReturns.receipt({ return_id: returnId });
  return {
    return_id: returnId,
    lines: lines.map(({ id }) => ({ id, disposition: "NOT_RESTOCKED" as const })),
    refund_to: "none" as const,
    refund_cents: amounts.refund,
    operationId: randomUUID(),
  };
};

/** A return of an order with this email address, and the request to email its label. */
async function labelToEmail(email: string) {
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 1 });
  await shop.localStore.store.pool.query("UPDATE orders SET email = $2 WHERE id = $1", [order.id, email]);
  const [row] = (await found(order)).returns;
  return { order, row, input: { case_id: row?.case_id ?? "", operationId: randomUUID() } };
}

test("a label is emailed to the order's address", async () => {
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 1 });
  const [row] = (await found(order)).returns;
  const input = { case_id: row?.case_id ?? "", operationId: randomUUID() };
  expect(await refusalOf(owner.orderReturns.emailLabel(input))).toMatchObject({ status: 409 });
  await shop.localStore.store.pool.query("UPDATE orders SET email = 'ann@customers.example' WHERE id = $1", [
    order.id,
  ]);
  const sent = { success: true, msg: "The label is being emailed to ann@customers.example." };
  const email = () => owner.orderReturns.emailLabel(input);
  // Twice at the same time, and again.
  expect(await Promise.all([email(), email()])).toEqual([sent, sent]);
  expect(await email()).toEqual(sent);
  expect(await activity("return.label-emailed")).toHaveLength(1);
  expect((await query("SELECT 1 FROM files WHERE name LIKE 'Return label %'")).rows).toHaveLength(1);
  const [mail, ...others] = await sentMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: { email: "ann@customers.example" },
    text: expect.stringContaining(`tracknum=${row?.tracking_number}`),
    html: expect.stringMatching(
      /<img src="data:image\/png;base64,[A-Za-z0-9+/]+=*" alt="QR code of the label">/,
    ),
    attachment: { contentType: "application/pdf" },
  });
  expect(mail?.attachment?.content.subarray(0, 5).toString()).toBe("%PDF-");
});

test("a customer follows their return by the label's email, and only a signed-in one downloads the label", async () => {
  const email = "ann.page@customers.example";
  const { row, input } = await labelToEmail(email);
  await owner.orderReturns.emailLabel(input);
  const [token = ""] = await linksOf("return.label", email);
  const opened = await visitRequest(token);
  expect(opened.html).toContain("Waiting for your package");
  expect(opened.html).toContain(`tracknum=${row?.tracking_number}`);
  for (const secret of [email, "Archer", "12 Main St", "97201", "Download"])
    expect(opened.html).not.toContain(secret);
  expect((await downloadRequest(token)).status).toBe(404);

  // By the link, the label goes to the address of the order, once in ten minutes.
  const askFor = () => visitRequest(token, { fields: { decision: "email" } });
  for (const _ of [1, 2]) expect((await askFor()).html).toContain("The label is on its way");
  expect(await linksOf("return.label", email)).toHaveLength(2);

  const customerId = await customerWithAccount(shop.localStore, email);
  await query("UPDATE return_cases SET customer_id = $2 WHERE id = $1", [input.case_id, customerId]);
  const address = { kind: "return", subject: input.case_id };
  expect((await visitOwnRequests({ customerId })).html).toContain(`/requests/return/${input.case_id}/`);
  expect((await visitOwnRequests({ customerId }, address)).html).toContain("Download the label");
  const label = await downloadOwnRequest({ customerId }, address);
  expect([label.status, label.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(
    Buffer.from(await label.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  const other = await customerWithAccount(shop.localStore, "other@customers.example");
  expect((await downloadOwnRequest({ customerId: other }, address)).status).toBe(404);
  expect((await downloadOwnRequest({}, address)).status).toBe(403);

  await owner.orderReturns.process(await receiptOf(row?.return_id ?? ""));
  const received = await visitOwnRequests({ customerId }, address);
  expect(received.html).toContain("Received, since");
  expect(received.html).not.toContain("Download the label");
  expect((await downloadOwnRequest({ customerId }, address)).status).toBe(404);
  await query("UPDATE request_links SET expires_at = now() WHERE subject_id = $1", [input.case_id]);
  expect((await visitRequest(token)).status).toBe(410);
  await query("UPDATE request_links SET created_at = now() - interval '1 hour' WHERE subject_id = $1", [
    input.case_id,
  ]);
  await visitRequest(token, { fields: { decision: "renew" } });
  const [renewed = ""] = await linksOf("request.link", email);
  expect((await visitRequest(renewed)).html).toContain("Received, since");
});

test("a label that Shopify hasn't published yet isn't emailed, because its code couldn't open it", async () => {
  const to = "early@customers.example";
  const { row, input } = await labelToEmail(to);
  const setUrl = (url: string | null) =>
    shop.localStore.store.pool.query(
      "UPDATE reverse_deliveries SET label_url = $2 WHERE tracking_number = $1",
      [row?.tracking_number, url],
    );
  await setUrl(null);
  expect(await refusalOf(owner.orderReturns.emailLabel(input))).toMatchObject({
    status: 409,
    message: expect.stringContaining("Shopify hasn't published this label yet."),
  });
  expect(await outbox({ to })).toEqual([]);
  await setUrl(row?.shipping_label_url ?? null);
  expect(await owner.orderReturns.emailLabel(input)).toMatchObject({ success: true });
  expect(await outbox({ to })).toHaveLength(1);
});

test("the label of a return that is canceled before its email was sent isn't sent", async () => {
  const to = "canceled@customers.example";
  const { input } = await labelToEmail(to);
  await owner.orderReturns.emailLabel(input);
  await owner.orderReturns.cancel({ case_id: input.case_id });
  expect((await sentMails()).map((mail) => mail.to.email)).not.toContain(to);
  expect(await outbox({ to })).toMatchObject([
    { state: "failed", problem: expect.stringContaining("The return was canceled") },
  ]);
});

test("the label of a return whose items were received isn't emailed, nor sent if it still waits", async () => {
  const to = "received@customers.example";
  const { order, row, input } = await labelToEmail(to);
  expect(row).toMatchObject({ can_email: true });
  await owner.orderReturns.emailLabel(input);
  await owner.orderReturns.process(await receiptOf(row?.return_id ?? ""));
  expect((await found(order)).returns).toMatchObject([{ can_email: false }]);
  expect(
    await refusalOf(owner.orderReturns.emailLabel({ ...input, operationId: randomUUID() })),
  ).toMatchObject({
    status: 409,
    message: expect.stringContaining("This return was received, refunded or closed"),
  });
  expect((await sentMails()).map((mail) => mail.to.email)).not.toContain(to);
  expect(await outbox({ to })).toMatchObject([
    { state: "failed", problem: expect.stringContaining("received, refunded or closed") },
  ]);
});

test("the label isn't emailed to a blocked address", async () => {
  const { input } = await labelToEmail("bounced@customers.example");
  const { stopMailTo } = await import("~/core/mail/stops.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, (tx) => stopMailTo(tx, DEMO, "bounced@customers.example", "No such mailbox."));
  expect(await refusalOf(owner.orderReturns.emailLabel(input))).toMatchObject({
    status: 409,
    message: expect.stringContaining("No such mailbox."),
  });
  expect(await outbox({ to: "bounced@customers.example" })).toEqual([]);
});

test.each([
  { happens: "is canceled", changes: ["state = 'started'", "state = 'failed'"], status: 409 },
  { happens: "loses its customer", changes: ["customer_id = NULL, label_id = NULL"], status: 404 },
])("the label of a return that $happens at the same time isn't emailed", async ({ changes, status }) => {
  const to = "withdrawn@customers.example";
  const { input } = await labelToEmail(to);
  const { withShop } = await import("~/platform/db/with-shop.server");
  const emailing = await withShop(DEMO, async (tx) => {
    for (const change of changes)
      await tx.$client.query(`UPDATE return_cases SET ${change} WHERE id = $1`, [input.case_id]);
    const waiting = { refusal: refusalOf(owner.orderReturns.emailLabel(input)) };
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    return waiting;
  });
  expect(await emailing.refusal).toMatchObject({ status });
  expect(await outbox({ to })).toEqual([]);
});
