/** Emails about submissions that wait for the mail server while the submission changes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MailText } from "~/core/mail/mail-text";
import { DEMO } from "../../support/test-shop.ts";
import { openTwoShops, type TwoShops } from "../console/two-shops.ts";
import { sentMails } from "../mail/support.ts";
import { addAssignedSubmission, addPromotion, addReason, mailsAbout } from "./support.ts";

let shops: TwoShops;
let holdReason: number;
let denyReason: number;
beforeAll(async () => {
  shops = await openTwoShops("promo_late_mails");
  await addPromotion(shops.query);
  holdReason = await addReason(shops.query, "hold_reasons", { reason: "The photo is blurred" });
  denyReason = await addReason(shops.query, "deny_reasons", { reason: "Too old" });
});
afterAll(() => shops.close());

const assigned = () => addAssignedSubmission(shops.query, { reviewer_id: "1" });

/** What became of the emails about a submission when the mail server was reached again, oldest first. */
async function outcomesOf(id: number) {
  await sentMails();
  return (await mailsAbout(id)).map(({ state, problem }) => problem || state);
}

const NOT_HELD = "The submission is no longer on hold, so this email wasn't sent.";

test.each([
  { message: undefined, what: "the usual email" },
  { message: "Which store was it?", what: "a reviewer's message" },
])("after a denial, $what of the hold isn't sent", async ({ message }) => {
  const id = await assigned();
  const { promo } = await shops.as("1");
  await promo.hold({ list: [id], reason: holdReason, message });
  await promo.deny({ list: [id], reason: denyReason });
  expect(await outcomesOf(id)).toEqual([NOT_HELD, "sent"]);
});

test("the emails of a hold and of an answer are sent while they are true", async () => {
  const id = await assigned();
  const { promo } = await shops.as("1");
  await promo.hold({ list: [id], reason: holdReason });
  await promo.answer({ id, message: "Thank you for waiting.", operationId: "late-answer" });
  expect(await outcomesOf(id)).toEqual(["sent", "sent"]);
});

const queue = async (id: number, text: string, key: string, values: Record<string, string>) => {
  const [{ withShop }, { mailCustomer, lockSubmissions }, texts] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/submissions/submission.server"),
    import("~/domain/submissions/mail-texts.server"),
  ]);
  const found: MailText | undefined = Object.values(texts).find((one) => one.id === text);
  await withShop(DEMO, async (tx) => {
    const [submission] = await lockSubmissions(tx, DEMO, [id]);
    if (submission && found) await mailCustomer(tx, submission, found, key, values);
  });
};

test.each([
  { text: "promo.received", key: "received", reason: /was decided before/ },
  {
    text: "promo.receipt-unreadable",
    key: "unreadable 00000000-0000-4000-8000-000000000001",
    reason: /another receipt/,
  },
  {
    text: "promo.approved",
    key: "approved:00000000-0000-4000-8000-000000000002",
    reason: /order was canceled/,
  },
  { text: "promo.shipped", key: "shipped:7:1Z", reason: /shipment was canceled/ },
])("$text isn't sent when it is no longer true", async ({ text, key, reason }) => {
  const id = await assigned();
  const values = { problem: "Damaged.", order: "#1", tracking: "1Z" };
  await queue(id, text, key, values);
  const { promo } = await shops.as("1");
  await promo.deny({ list: [id], reason: denyReason });
  expect(await outcomesOf(id)).toEqual([expect.stringMatching(reason), "sent"]);
});
