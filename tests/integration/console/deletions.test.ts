/** Whose deletion it is, when two administrators delete the same record, and when an answer was lost. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { couponTexts } from "~/functions/coupons/page.server";
import { eventTexts } from "~/functions/events/page.server";
import { giveawayTexts } from "~/functions/giveaways/page.server";
import { inviteTexts } from "~/functions/invites/page.server";
import { promotionTexts } from "~/functions/promo/texts.server";
import { codeTexts } from "~/functions/registrationCodes/page.server";
import { type Calls, grantAccess } from "../../support/calls.ts";
import { anEvent } from "../events/support.ts";
import { addPromotion } from "../promo/support.ts";
import { openTwoShops, refusalOf, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("deletions");
  const flags = [
    "showEvents",
    "showGiveaways",
    "showCoupons",
    "showInvites",
    "showRegistrationCodes",
    "showPromotion",
  ] as const;
  await grantAccess("2", flags);
  await shops.query("UPDATE administrators SET is_owner = true WHERE id = '3'");
  await (await shops.as("1")).partners.save({ list: [{ handle: "acme", name: "Acme" }] });
  await addPromotion(shops.query);
});
afterAll(() => shops.close());

const texts = {
  ...eventTexts,
  ...giveawayTexts,
  ...couponTexts,
  ...inviteTexts,
  ...promotionTexts,
  ...codeTexts,
};

async function said(id: string, call: string, input: object) {
  const { notice } = await answerCall(await shops.as(id), texts as never, { call, input, about: "One" });
  return [notice?.level, notice?.text, notice?.undo?.call?.call];
}

const days = { startDate: "01/01/2020", endDate: "12/31/2099" };

type Create = (calls: Calls, name: string) => Promise<number | string>;

const DELETIONS: [call: string, undo: string, create: Create, alreadyDeleted: string][] = [
  [
    "events.archive",
    "events.restore",
    async ({ events }, name) => (await events.create(anEvent({ name }))).id,
    "One was already deleted by Olive Owner.",
  ],
  [
    "giveaways.remove",
    "giveaways.restore",
    async ({ giveaways }, name) => (await giveaways.create({ name })).giveaway.id,
    "One was already deleted by Olive Owner.",
  ],
  [
    "coupons.archivePool",
    "coupons.restorePool",
    async ({ coupons }, name) => (await coupons.createPool({ name, percent: 10, assigns: true })).id,
    "The pool One was already archived by Olive Owner.",
  ],
  [
    "invites.userTypes.remove",
    "invites.userTypes.restore",
    async ({ invites }, name) => (await invites.userTypes.create({ name, tags: "" })).userType.userTypeID,
    "The user type “One” was already deleted by Olive Owner.",
  ],
  [
    "registrationCodes.deactivate",
    "registrationCodes.reactivate",
    async ({ registrationCodes }, name) =>
      (await registrationCodes.create({ registrationCode: name.toUpperCase(), ...days })).data.id,
    "Registration code ONE was already deactivated by Olive Owner.",
  ],
];

test.each(DELETIONS)(
  "%s offers Undo to the administrator who deleted it, also when the answer was lost, and tells others who deleted it",
  async (call, undo, create, alreadyDeleted) => {
    const id = await create(await shops.as("1"), "One");
    const own = ["success", expect.any(String), undo];
    expect(await said("1", call, { id })).toEqual(own);
    expect(await said("1", call, { id })).toEqual(own);
    expect(await said("3", call, { id })).toEqual(["info", alreadyDeleted, undefined]);
    await said("1", undo, { id });
    // The latest deletion counts.
    expect(await said("3", call, { id })).toEqual(own);
    expect((await said("1", call, { id }))[2]).toBeUndefined();
  },
);

test.each(DELETIONS)(
  "Undo of %s restores nothing that someone else has deleted since",
  async (call, undo, create) => {
    const id = await create(await shops.as("1"), "Two");
    const undone = async (person: string) => {
      const input = { id, isUndo: true };
      const refusal = ({ message }: Error) => ({ notice: { text: message } });
      const answer = await answerCall(await shops.as(person), texts as never, { call: undo, input }).catch(
        refusal,
      );
      return ("data" in answer ? (answer.data as typeof answer) : answer).notice?.text;
    };
    const { undo: offered } =
      (await answerCall(await shops.as("1"), texts as never, { call, input: { id } })).notice ?? {};
    expect(offered?.call).toMatchObject({ call: undo, input: { id, isUndo: true } });
    await said("3", undo, { id });
    await said("3", call, { id });
    const refusal =
      /Nora Nothing (deleted|archived|deactivated) this [a-z ]+ again since, so Undo didn't restore it\./;
    expect(await undone("1")).toMatch(refusal);
    // It is still deleted, and theirs to restore.
    expect(await said("1", call, { id })).toEqual(["info", expect.any(String), undefined]);
    expect(await undone("3")).not.toMatch(refusal);
    expect((await said("1", call, { id }))[2]).toBe(undo);
  },
);

test("a form that was opened before a change names who made it", async () => {
  const [olive, nora] = [await shops.as("1"), await shops.as("3")];
  const pool = await olive.coupons.createPool({ name: "Three", percent: 10, assigns: true });
  const { data: code } = await olive.registrationCodes.create({ registrationCode: "THREE", ...days });
  const changePool = ({ coupons }: Calls, tag: string) =>
    coupons.changePool({
      id: pool.id,
      version: pool.version,
      name: "Three",
      percent: 10,
      assigns: true,
      tag,
    });
  const changeCode = ({ registrationCodes: codes }: Calls, spendLimit: string) =>
    codes.update({ id: code.id, version: code.version, spendLimit } as never);
  for (const [what, change] of [
    ["this pool", changePool],
    ["this code", changeCode],
  ] as const) {
    await change(olive, "1");
    const theirs = await refusalOf(change(nora, "2"));
    expect(theirs.message).toMatch(`Olive Owner changed ${what} while you were editing it.`);
    const own = await refusalOf(change(olive, "2"));
    expect(own.message).toMatch(`You changed ${what} in another window while you were editing it.`);
  }
});

test("a promotion that another account owner has deleted isn't restored by Undo", async () => {
  const own = ["success", expect.any(String), "promo.restorePromotion"];
  expect(await said("1", "promo.deletePromotion", { id: 1 })).toEqual(own);
  expect(await said("1", "promo.deletePromotion", { id: 1 })).toEqual(own);
  const theirs = ["info", "Promotion 1 was already deleted by Olive Owner.", undefined];
  expect(await said("3", "promo.deletePromotion", { id: 1 })).toEqual(theirs);
  await said("3", "promo.restorePromotion", { id: 1 });
  await said("3", "promo.deletePromotion", { id: 1 });
  const { promo } = await shops.as("1");
  const { message } = await refusalOf(promo.restorePromotion({ id: 1, isUndo: true }));
  expect(message).toMatch(/^Nora Nothing deleted this promotion again since, so Undo didn't restore it\./);
  await promo.restorePromotion({ id: 1 });
});

test("a deleted reply template can be added again by Undo, also when an answer was lost", async () => {
  const { promo } = await shops.as("1");
  const template = { use: "hold" as const, name: "Blurred", text: "Hello {{name}}" };
  const { id } = (await promo.createReply(template)).reply;
  const own = ["success", "The template Blurred was deleted.", "promo.createReply"];
  expect(await said("1", "promo.deleteReply", { id })).toEqual(own);
  expect(await said("1", "promo.deleteReply", { id })).toEqual(own);
  const theirs = ["info", "The template Blurred was already deleted by Olive Owner.", undefined];
  expect(await said("3", "promo.deleteReply", { id })).toEqual(theirs);
  const added = ["success", "The template Blurred was added.", undefined];
  expect(await said("1", "promo.createReply", template)).toEqual(added);
  expect(await said("1", "promo.createReply", template)).toEqual(added);
  expect((await promo.replies()).list.filter(({ name }) => name === "Blurred")).toHaveLength(1);
  expect((await refusalOf(promo.createReply({ ...template, text: "Other" }))).status).toBe(409);
  expect((await refusalOf(promo.deleteReply({ id: 4_711 }))).status).toBe(404);
});
