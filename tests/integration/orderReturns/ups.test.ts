/** The connection to UPS against its stand-in, which validates requests with UPS's own documents. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { liveUps } from "~/connectors/ups/live.server";
import { type LabelRequest, UpsRefused } from "~/connectors/ups/port";
import { RECEIVER, setUpUps, upsAccess } from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("ups");
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const ups = () => liveUps(upsAccess(shop));
const SENDER = {
  name: "Ann Archer",
  lines: ["12 Main St", "Apt 4"],
  city: "Portland",
  state: "OR",
  zip: "97201-1234",
  phone: "5035550100",
};
const request = (reference: string, changes: Partial<LabelRequest> = {}): LabelRequest => ({
  reference,
  sender: SENDER,
  receiver: RECEIVER,
  weight: 12.34,
  service: "03",
  packaging: "02",
  description: "Return of #1001",
  ...changes,
});

test("a label is bought, recovered by its reference, and voided once", async () => {
  const bought = await ups().buyReturnLabel(request("case-1"));
  expect(bought.trackingNumber).toMatch(/^1ZBR000190\d{8}$/);
  expect(bought.image.subarray(0, 3).toString()).toBe("GIF");
  expect(bought.cost).toEqual({ cents: 1_285, currency: "USD" });
  expect(await ups().recoverLabel("case-1")).toEqual({ ...bought, cost: null });
  expect(await ups().track(bought.trackingNumber)).toMatchObject({ state: "labelCreated" });
  await ups().voidShipment(bought.shipmentId);
  await ups().voidShipment(bought.shipmentId);
  expect(await ups().recoverLabel("case-1")).toBeNull();
  expect(await ups().track("1ZUNKNOWN")).toBeNull();
});

test("a refusal differs from an unknown outcome", async () => {
  const { faults } = shop.localStore.store;
  await expect(ups().buyReturnLabel(request("case-2", { weight: 151 }))).rejects.toBeInstanceOf(UpsRefused);
  await expect(ups().buyReturnLabel(request("x".repeat(36)))).rejects.toThrow(
    /Invalid length of .*ReferenceNumber/,
  );
  faults.set(DEMO, { upsServerError: 1 });
  await expect(ups().buyReturnLabel(request("case-2"))).rejects.toThrow("UPS answered 500.");
  faults.set(DEMO, { upsServerError: 0, upsTimeoutAfterPurchase: 1 });
  await expect(ups().buyReturnLabel(request("case-2"))).rejects.not.toBeInstanceOf(UpsRefused);
  expect(await ups().recoverLabel("case-2")).not.toBeNull();
});

test("the owner sets UPS up, and tests the connection", async () => {
  const owner = await setUpUps(shop);
  expect(await owner.connectors.ups.testConnection()).toMatchObject({
    status: true,
    msg: "UPS accepts the client. UPS knows the return address.",
  });
  const stored = await owner.connectors.ups.read();
  expect(stored).toMatchObject({ accountNumber: "BR0001", hasSecret: true });
  expect(stored).not.toHaveProperty("clientSecret");
  await owner.connectors.ups.save({ ...stored, returnAddress: "1 Unknown Road" });
  expect(await owner.connectors.ups.testConnection()).toMatchObject({
    status: false,
    msg: "UPS doesn't know the return address. Correct it.",
  });
  shop.localStore.store.faults.set(DEMO, { upsServerError: 1 });
  expect((await owner.connectors.ups.testConnection()).msg).toBe(
    "UPS answered 500. Try again in a few minutes.",
  );
  shop.localStore.store.faults.reset(DEMO);
  await owner.connectors.ups.save({ ...stored, clientSecret: "wrong" });
  expect(await owner.connectors.ups.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("Check the client id and the secret."),
  });
});
