import { afterAll, beforeAll, expect, test } from "vitest";
import { answerCall } from "../../../app/core/answer-call.server.ts";
import { promoTexts } from "../../../app/functions/promo/texts.server.ts";
import { openTwoShops, refusalOf, type TwoShops } from "../console/two-shops.ts";
import { addAssignedSubmission, addPromotion, addReason } from "./support.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("promo_reasons");
  const { query } = shops;
  await addPromotion(query);
  await addReason(query, "deny_reasons", { reason: "Too late" });
  await addReason(query, "deny_reasons", { reason: "Not a member", is_loyalty: true });
  await addReason(query, "hold_reasons", { reason: "Blurred receipt" });
});
afterAll(() => shops.close());

test("reasons are added, changed, ordered and deleted, and a used one keeps its text", async () => {
  const { promo } = await shops.as("1");
  const { id, msg } = await promo.createDenyReason({ reason: "No date", orderInList: 1 });
  expect(msg).toBe("New Reason created");
  expect((await refusalOf(promo.createDenyReason({ reason: "no DATE" }))).status).toBe(409);
  expect((await promo.changeDenyReason({ id, reason: "No date at all", orderInList: null })).msg).toBe(
    "New Reason updated",
  );
  const submission = await addAssignedSubmission(shops.query, { reviewer_id: "1" });
  await promo.deny({ list: [submission], reason: id });
  expect((await promo.deleteDenyReason({ id })).msg).toBe("Reason deleted");
  expect((await promo.denyReasons()).list.map(({ reason }) => reason)).toEqual(["Too late"]);
  expect((await promo.detail({ id: submission, receipt: "false" })).submission.denyReason).toBe(
    "No date at all",
  );
  expect((await refusalOf(promo.deleteDenyReason({ id }))).status).toBe(404);
  const hold = await promo.createHoldReason({ reason: "Call the customer" });
  await promo.changeHoldReason({ id: hold.id, reason: "Email the customer" });
  await promo.deleteHoldReason({ id: hold.id });
  expect((await promo.holdReasons()).list).toHaveLength(1);
});

test("a deny reason of loyalty orders is changed and deleted by its id alone", async () => {
  const { promo } = await shops.as("1");
  const { id } = await promo.createDenyReason({ reason: "No card", isLoyalty: true });
  expect((await refusalOf(promo.deleteDenyReason({ id, isLoyalty: false }))).status).toBe(404);
  expect((await promo.changeDenyReason({ id, reason: "No member card" })).msg).toBe("New Reason updated");
  const reasons = async () => (await promo.loyaltyDenyReasons()).list.map(({ reason }) => reason);
  expect(await reasons()).toContain("No member card");
  await promo.deleteDenyReason({ id });
  expect(await reasons()).not.toContain("No member card");
  const deletion = (await shops.audit()).findLast(({ action }) => action === "promo.reason deleted");
  expect(deletion).toMatchObject({ before: { list: "Loyalty deny reasons" } });
});

test.each(["deny", "hold"])(
  "a %s reason that was changed since its form was opened isn't overwritten",
  async (list) => {
    const { promo } = await shops.as("1");
    const isDeny = list === "deny";
    const before = { reason: `Opened twice: ${list}`, orderInList: 7 };
    const { id } = await (isDeny ? promo.createDenyReason(before) : promo.createHoldReason(before));
    const save = async (reason: string) => {
      const input = { id, reason, orderInList: null, before, ...(isDeny && { isLoyalty: false }) };
      const call = isDeny ? "promo.changeDenyReason" : "promo.changeHoldReason";
      return answerCall({ promo }, promoTexts, { call, input });
    };
    const saved = { notice: { level: "success" } };
    expect(await save(`First: ${list}`)).toMatchObject(saved);
    expect(await save(`Second: ${list}`)).toMatchObject({ init: { status: 409 } });
    // A repetition whose answer was lost.
    expect(await save(`First: ${list}`)).toMatchObject(saved);
    const { list: stored } = await (isDeny ? promo.denyReasons() : promo.holdReasons());
    expect(stored.find((one) => one.id === id)?.reason).toBe(`First: ${list}`);
    await (isDeny ? promo.deleteDenyReason({ id }) : promo.deleteHoldReason({ id }));
  },
);
