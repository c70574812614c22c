/** What the customer of a submission sees, answers and withdraws on their own page. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { linksOf, visitRequest } from "../../support/public-pages.ts";
import { DEMO, SECOND } from "../../support/test-shop.ts";
import { openTwoShops, type TwoShops } from "../console/two-shops.ts";
import { addAssignedSubmission, addPromotion, addReason } from "./support.ts";

let shops: TwoShops;
let reasonId: number;
beforeAll(async () => {
  shops = await openTwoShops("promo_requests");
  await addPromotion(shops.query);
  reasonId = await addReason(shops.query, "hold_reasons", { reason: "The photo is blurred" });
});
afterAll(() => shops.close());

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A submission of the second administrator that is on hold. @returns its number, and the link of the hold's email */
async function held(email: string, message?: string) {
  const id = await addAssignedSubmission(shops.query, { reviewer_id: "1", email });
  const { promo } = await shops.as("1");
  await promo.hold({ list: [id], reason: reasonId, message });
  const [token = ""] = await linksOf(message ? "promo.message" : "promo.held", email);
  return { id, promo, token };
}

test("the better photo of a held submission returns it to its reviewer, once, and the earlier one is kept", async () => {
  const { id, promo, token } = await held("better@customers.example");
  const opened = await visitRequest(token);
  expect(opened.html).toContain("The photo is blurred");
  expect(opened.html).toContain("On hold");
  for (const secret of ["better@customers", "1 Main St", "43004"]) expect(opened.html).not.toContain(secret);

  const first = {
    fields: { operationId: "answer-one", text: "Is this one sharper?" },
    file: await photo("#123"),
  };
  const [sent, again] = [await visitRequest(token, first), await visitRequest(token, first)];
  expect(sent.html).toContain("We got your answer");
  expect(again.html).toContain("We got your answer");
  expect((await visitRequest(token, { fields: { text: "Another one" } })).status).toBe(409);
  await decodeUploads(DEMO);
  const { submission } = await promo.detail({ id });
  expect(submission).toMatchObject({
    status: "Assigned",
    holdReason: null,
    isAnswered: true,
    reviewerId: "1",
  });
  expect(submission.messages).toMatchObject([
    { isCustomer: false, text: "The photo is blurred" },
    { isCustomer: true, text: "Is this one sharper?", hasReceipt: true },
  ]);
  const { list } = await promo.csrApproval({});
  expect(list.find((row) => row.id === id)).toMatchObject({ isAnswered: true, holdReason: null });

  await promo.hold({ list: [id], reason: reasonId });
  expect((await promo.detail({ id })).submission).toMatchObject({ isAnswered: false });
  const [, second = ""] = await linksOf("promo.held", "better@customers.example");
  await visitRequest(second, { file: await photo("#456") });
  const { messages } = (await promo.detail({ id })).submission;
  expect(messages.at(-1)).toMatchObject({ hasReceipt: true, earlierAttachmentId: submission.attachmentId });
});

test("a reviewer's message is answered by text, and what is refused stays typed", async () => {
  const { id, promo, token } = await held("words@customers.example", "Hello {{name}}, which store was it?");
  expect((await visitRequest(token)).html).toContain("Hello Ana, which store was it?");
  expect((await visitRequest(token, { fields: { text: " " } })).html).toContain(
    "Write an answer, or add a file.",
  );
  const wrong = await visitRequest(token, {
    fields: { text: "The one downtown" },
    file: Buffer.from("no picture"),
  });
  expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining("The one downtown</textarea>")]);
  expect((await promo.detail({ id })).submission.holdReason).toBe("The photo is blurred");
  expect((await visitRequest(token, { fields: { text: "The one downtown" } })).status).toBe(200);
  expect((await promo.detail({ id })).submission.isAnswered).toBe(true);
});

test("after 20 answers no other is taken until a reviewer has written again", async () => {
  const { id, promo, token } = await held("talks@customers.example", "Which store was it?");
  expect((await visitRequest(token, { fields: { text: "The one downtown" } })).status).toBe(200);
  await shops.query(
    `INSERT INTO request_messages (shop, kind, subject_id, author, text, operation_id, at)
     SELECT shop, kind, subject_id, author, text, 'more ' || number, at FROM request_messages, generate_series(2, 20) AS number
      WHERE author = 'customer' AND subject_id = $1`,
    [String(id)],
  );
  // A receipt that can't be read is asked for again.
  await shops.query("UPDATE submissions SET hold_reason_id = $2 WHERE id = $1", [id, reasonId]);
  const refused = await visitRequest(token, { fields: { text: "Once more" } });
  expect([refused.status, refused.html]).toEqual([409, expect.stringContaining("many answers already")]);
  await promo.answer({ id, message: "And on which day?", operationId: "answer-after-20" });
  expect((await visitRequest(token, { fields: { text: "On Monday" } })).status).toBe(200);
});

test("a submission is withdrawn, and then nothing can be answered or decided", async () => {
  const { id, promo, token } = await held("withdrawn@customers.example");
  expect((await visitRequest(token, { fields: { decision: "withdraw" } })).html).toContain(
    "Withdrawn by the customer",
  );
  expect((await promo.detail({ id })).submission).toMatchObject({
    status: "Denied",
    denyReason: "Withdrawn by the customer",
  });
  expect((await visitRequest(token, { fields: { text: "Or not" } })).status).toBe(409);
  await expect(promo.approve({ list: [id] })).rejects.toMatchObject({ status: 409 });
});

test("an expired link shows and changes nothing, and a new one goes to the customer only", async () => {
  const { id, promo, token } = await held("late@customers.example");
  await shops.query("UPDATE request_links SET expires_at = now(), created_at = now() - interval '31 days'");
  const expired = await visitRequest(token);
  expect(expired.status).toBe(410);
  expect(expired.html).not.toContain("Promotion 1");
  const tried = await visitRequest(token, { fields: { text: "Too late" } });
  expect(tried.html).toContain("Too late");
  expect((await promo.detail({ id })).submission.isAnswered).toBe(false);
  const renewals = await Promise.all(
    [1, 2].map(() => visitRequest(token, { fields: { decision: "renew" } })),
  );
  expect(renewals.map(({ status }) => status)).toEqual([200, 200]);
  const [renewed = "", ...more] = await linksOf("request.link", "late@customers.example");
  expect(more).toEqual([]);
  expect((await visitRequest(renewed)).html).toContain("Promotion 1");
  expect((await visitRequest(token)).status).toBe(410);
  expect((await visitRequest(renewed, undefined, { shop: SECOND })).status).toBe(404);
});

test("an erased customer's messages are deleted, and their link opens nothing", async () => {
  const email = "forget@customers.example";
  const { token } = await held(email);
  await visitRequest(token, { fields: { text: "I am Forgetme" } });
  await redactCustomer(DEMO, { id: 78, email });
  for (const table of ["request_messages", "audit_entries"])
    expect(await shops.query(`SELECT 1 FROM ${table} AS one WHERE one::text ~* 'forget'`)).toEqual([]);
  expect((await visitRequest(token)).status).toBe(404);
});
