/** Refunds of returns to store credit that another administrator must approve. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { findOrder, setUpUps } from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { type Opened, openReturn, postingsFor, requestFor } from "./open-return.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
let approver: typeof owner;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
beforeAll(async () => {
  shop = await openTestShop("approved-returns");
  owner = await setUpUps(shop);
  ledger = await ledgerServices(shop);
  await owner.credits.saveApprovalLimit({ amount: "10" });
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showCredits"]);
  approver = await signedInCalls(shop, "2");
});
afterAll(() => shop.close());

const creditOf = async ({ order }: Opened) => (await findOrder(shop, owner, order)).returns[0]?.credit;

test("a credit above the limit waits for another administrator", async () => {
  const opened = await openReturn(shop, owner);
  const { msg } = await owner.orderReturns.process(requestFor(opened));
  expect(msg).toMatch(/another administrator must approve it/);
  expect(await postingsFor(opened)).toEqual([]);
  expect(await creditOf(opened)).toMatchObject({ state: "waiting" });
  const [waiting] = (await owner.credits.approvals()).list;
  const id = waiting?.id ?? "";
  expect((await refusalOf(owner.credits.approve({ id }))).status).toBe(403);
  await approver.credits.approve({ id });
  expect(await postingsFor(opened)).toHaveLength(1);
  await ledger.dispatch();
  expect(await creditOf(opened)).toMatchObject({ state: "CONFIRMED" });
});

test("a credit that is refused when it is approved has failed, and isn't looked up again soon", async () => {
  const opened = await openReturn(shop, owner);
  await owner.orderReturns.process(requestFor(opened));
  const [waiting] = (await owner.credits.approvals()).list;
  // Until then, the customer gets almost as much as Shopify allows.
  expect((await ledger.post("Credit", opened.order.customerId, 1_499_900)).problem).toBeNull();
  expect((await approver.credits.approve({ id: waiting?.id ?? "" })).status).toBe(false);
  expect(await creditOf(opened)).toMatchObject({
    state: "FAILED",
    problem: "It was refused when it was approved. Add the credit on the Credits page.",
  });
  const [{ followReturns }, { withShop }] = await Promise.all([
    import("~/functions/orderReturns/follow-returns.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await followReturns.run(DEMO, new AbortController().signal);
  const { rows } = await withShop(DEMO, (tx) =>
    tx.$client.query("SELECT followed_at IS NULL AS due FROM return_cases WHERE order_id = $1", [
      opened.order.orderId,
    ]),
  );
  expect(rows).toEqual([{ due: false }]);
});
