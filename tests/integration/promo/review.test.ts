import { afterAll, beforeAll, expect, test } from "vitest";
import { activityOf } from "../../support/activity.ts";
import { grantAccess } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO } from "../../support/test-shop.ts";
import { openTwoShops, refusalOf, type TwoShops } from "../console/two-shops.ts";
import { addAssignedSubmission, addPromotion, addReason, addSubmission, mailsAbout } from "./support.ts";

let shops: TwoShops;
let denied: number;
let loyaltyDenied: number;
let held: number;
beforeAll(async () => {
  shops = await openTwoShops("promo_review");
  const { query } = shops;
  await addPromotion(query);
  await addPromotion(query, { id: 2, isLoyalty: true });
  denied = await addReason(query, "deny_reasons", { reason: "Too late" });
  loyaltyDenied = await addReason(query, "deny_reasons", { reason: "Not a member.", is_loyalty: true });
  held = await addReason(query, "hold_reasons", { reason: "Blurred receipt" });
  for (const id of ["2", "3"]) await grantAccess(id, ["showPromotion"]);
});
afterAll(() => shops.close());

/** Gives the other reviewer the tabs of Promotion: these, or all. */
const limitTo = (tabs?: string[]) =>
  grantAccess("3", ["showPromotion"], { tabLimits: tabs ? { showPromotion: tabs } : {} });

const assigned = (columns: Record<string, unknown> = {}) => addAssignedSubmission(shops.query, columns);

/** A submission as the owner sees it. */
const submissionOf = async (id: number) =>
  (await (await shops.as("1")).promo.detail({ id, receipt: "false" })).submission;
const mailsOf = async (id: number) => (await mailsAbout(id)).map(({ kind }) => kind);
const auditOf = async (id: number) => (await activityOf("submission", id)).map(({ action }) => action);

test("submissions are assigned, reassigned, and refused for someone who can't review", async () => {
  const { promo } = await shops.as("1");
  const id = await addSubmission(shops.query);
  expect((await promo.assign({ list: [id], reviewer: "2" })).msg).toBe("Assignee changes successfully");
  expect(await submissionOf(id)).toMatchObject({ status: "Assigned", reviewerId: "2" });
  await promo.assign({ list: [id], reviewer: "3" });
  expect(await submissionOf(id)).toMatchObject({ status: "Assigned", reviewerId: "3" });
  expect((await refusalOf(promo.assign({ list: [id], reviewer: "99" }))).status).toBe(400);
  // An administrator without the tab CSR Approvals would never see it.
  await limitTo(["LoyaltyOrder"]);
  expect((await refusalOf(promo.assign({ list: [id], reviewer: "3" }))).status).toBe(400);
  expect((await promo.reviewers()).list.map((one) => [one.id, one.isAssignable])).toEqual(
    expect.arrayContaining([
      ["2", true],
      ["3", false],
    ]),
  );
  await limitTo();
  await promo.assign({ list: [id], reviewer: "3" });
  const many = Array.from({ length: 101 }, (_, index) => index + 1);
  expect((await refusalOf(promo.assign({ list: many, reviewer: "2" }))).message).toContain(
    "Max Records to update is set to: 100",
  );
  expect(await auditOf(id)).toEqual([
    "submission.assigned",
    "submission.assigned",
    "submission.released",
    "submission.assigned",
  ]);
});

test("the view of unassigned submissions doesn't reassign one that was taken since", async () => {
  const [{ promo }, { promo: colleague }] = [await shops.as("1"), await shops.as("2")];
  const [waiting, taken] = [await addSubmission(shops.query), await addSubmission(shops.query)];
  await colleague.takeNext({ skip: waiting });
  const assign = { list: [waiting, taken], reviewer: "3", onlyUnassigned: true };
  const { list } = await promo.assign(assign);
  expect(list).toEqual([
    { id: waiting, isDone: true, msg: "" },
    {
      id: taken,
      isDone: false,
      msg: `Submission ${taken} is assigned to person2@${DEMO}. It wasn't reassigned. Reload the list.`,
    },
  ]);
  expect(await submissionOf(taken)).toMatchObject({ reviewerId: "2", lockedById: "2" });
  await promo.assign({ ...assign, onlyUnassigned: false });
  expect(await submissionOf(taken)).toMatchObject({ reviewerId: "3", lockedById: null });
});

test("opening an assigned submission marks it In Review, for its assignee only", async () => {
  const [one, two] = [await shops.as("1"), await shops.as("2")];
  const id = await assigned();
  expect((await refusalOf(one.promo.inReview({ id }))).status).toBe(409);
  await two.promo.inReview({ id });
  await two.promo.inReview({ id });
  expect(await submissionOf(id)).toMatchObject({ status: "In Review" });
  expect(await auditOf(id)).toEqual(["submission.in review"]);
});

test("a denial emails the customer once, and a second decision gets 409 and names the first", async () => {
  const [one, two] = [await shops.as("1"), await shops.as("2")];
  const id = await assigned();
  expect((await two.promo.deny({ list: [id], reason: denied })).msg).toBe("Submission Denied successfully");
  expect(await submissionOf(id)).toMatchObject({ status: "Denied", denier: `person2@${DEMO}` });
  const refusal = await refusalOf(one.promo.approve({ list: [id] }));
  expect([refusal.status, refusal.message]).toEqual([409, expect.stringContaining("is Denied, by person2@")]);
  const both = await refusalOf(one.promo.approve({ list: [id, await addSubmission(shops.query)] }));
  expect(both.message).toMatch(
    new RegExp(`^None of the 2 submissions was changed\\. Submission ${id} is Denied, by `),
  );
  expect(await mailsOf(id)).toEqual(["Submission denied"]);
  expect((await refusalOf(one.promo.deny({ list: [await assigned()], reason: 9_999 }))).status).toBe(400);
});

test("only the assignee decides on an assigned submission", async () => {
  const { promo } = await shops.as("3");
  const id = await assigned({ reviewer_email: "two@shop.example" });
  const message = `Submission ${id} is assigned to two@shop.example. Reassign it before you review it.`;
  for (const decide of [
    () => promo.approve({ list: [id] }),
    () => promo.deny({ list: [id], reason: denied }),
    () => promo.hold({ list: [id], reason: held }),
  ])
    expect(await refusalOf(decide())).toMatchObject({ status: 409, message });
  // Reassigned since it was selected.
  const own = await assigned({ reviewer_id: "3" });
  expect((await promo.approve({ list: [id, own] })).list).toEqual([
    { id, isDone: false, msg: message },
    { id: own, isDone: true, msg: "" },
  ]);
  expect(await submissionOf(id)).toMatchObject({ status: "Assigned", holdReason: null });
});

test("every reviewer decides on a loyalty submission, also when another one has it on hold", async () => {
  const [two, three] = [await shops.as("2"), await shops.as("3")];
  const id = await addSubmission(shops.query, { is_loyalty: true, promotion_id: 2 });
  await two.promo.hold({ list: [id], reason: held });
  await three.promo.loyaltyOrderApprove({ list: [id] });
  expect(await submissionOf(id)).toMatchObject({
    status: "Approved",
    reviewerId: "2",
    approver: `person3@${DEMO}`,
  });
});

test("a hold is a reason and not a status, and ends with a reassignment", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned();
  expect((await promo.hold({ list: [id], reason: held })).msg).toBe("Submission Hold successfully");
  expect(await submissionOf(id)).toMatchObject({ status: "Assigned", holdReason: "Blurred receipt" });
  expect(await mailsOf(id)).toEqual(["Submission on hold"]);
  await promo.assign({ list: [id], reviewer: "2" });
  expect(await submissionOf(id)).toMatchObject({ holdReason: null });
});

test("a bulk change answers an outcome for each submission", async () => {
  const { promo } = await shops.as("2");
  const [ready, unassigned] = [await assigned(), await addSubmission(shops.query)];
  const { list, msg } = await promo.deny({ list: [ready, unassigned, 999_999], reason: denied });
  expect(list.map(({ id, isDone }) => [id, isDone])).toEqual([
    [ready, true],
    [unassigned, false],
    [999_999, false],
  ]);
  expect(msg).toContain("2 of 3 weren't changed");
});

test("an approval can be undone until its order is created", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned();
  const approved = await promo.approve({ list: [id] });
  expect([approved.msg, approved.undoSeconds]).toEqual(["Submission Approved Successfully", 10]);
  expect((await promo.detail({ id, receipt: "false" })).submission).toMatchObject({
    status: "Approved",
    approver: "person2@backroom-demo.myshopify.com",
    undoUntil: expect.any(String),
  });
  await promo.undoApprove({ list: [id] });
  expect(await submissionOf(id)).toMatchObject({ status: "In Review", approver: null });
  await promo.approve({ list: [id] });
  await shops.query(
    "UPDATE order_attempts SET lease_until = now() - interval '1 second' WHERE submission_id = $1",
    [id],
  );
  const refusal = await refusalOf(promo.undoApprove({ list: [id] }));
  expect(refusal.message).toContain("is already being created");
  const live = await shops.query(
    "SELECT 1 FROM order_attempts WHERE submission_id = $1 AND state IN ('started', 'done')",
    [id],
  );
  expect(live).toHaveLength(1);
});

test("loyalty submissions have their own approval and deny reasons, without an assignment", async () => {
  const { promo } = await shops.as("1");
  const loyal = (columns = {}) =>
    addSubmission(shops.query, { is_loyalty: true, promotion_id: 2, ...columns });
  const [approved, refused, waiting] = [await loyal(), await loyal(), await loyal()];
  expect(await refusalOf(promo.approve({ list: [approved] }))).toMatchObject({
    status: 409,
    message: `Submission ${approved} is part of a loyalty promotion. Approve it on the Loyalty Order tab.`,
  });
  await promo.loyaltyOrderApprove({ list: [approved] });
  expect((await refusalOf(promo.deny({ list: [refused], reason: denied }))).status).toBe(409);
  await promo.deny({ list: [refused], reason: loyaltyDenied });
  const [denial] = (await outbox({ kind: "Submission denied" })).slice(-1);
  expect(denial?.text).toMatch(/The reason is: Not a member\.$/m);
  await promo.hold({ list: [waiting], reason: held });
  expect(await submissionOf(approved)).toMatchObject({ status: "Approved" });
  expect(await submissionOf(refused)).toMatchObject({ status: "Denied" });
  expect(await submissionOf(waiting)).toMatchObject({ status: "In Review", reviewerId: "1" });
});

test.each([
  ["CsrApprovals", "LoyaltyOrder"],
  ["LoyaltyOrder", "CsrApprovals"],
])("without the tab %s, its submissions can't be changed on the tab %s", async (missing, open) => {
  await limitTo([open]);
  const { promo } = await shops.as("3");
  const [mine, loyal] = [
    await assigned({ reviewer_id: "3" }),
    await addSubmission(shops.query, { is_loyalty: true, promotion_id: 2 }),
  ];
  const [id, other] = missing === "LoyaltyOrder" ? [loyal, mine] : [mine, loyal];
  for (const call of [
    () => promo.undoApprove({ list: [id] }),
    () => promo.deny({ list: [other, id], reason: denied }),
    () => promo.hold({ list: [id], reason: held }),
    () => promo.answer({ id, message: "Hello" }),
  ])
    expect(await refusalOf(call())).toMatchObject({
      status: 403,
      message: expect.stringContaining("You don't have access to this tab."),
    });
  await promo.hold({ list: [other], reason: held });
  await limitTo();
});

test("twenty reviewers race for one decision", async () => {
  const id = await assigned();
  const { promo } = await shops.as("2");
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? promo.approve({ list: [id] }) : promo.deny({ list: [id], reason: denied }),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await auditOf(id)).toHaveLength(1);
});

test("Take next reserves different submissions, and one again after its reservation expired", async () => {
  await shops.query("UPDATE submissions SET status = 'Denied' WHERE queue IS NOT NULL");
  const ids = [await addSubmission(shops.query), await addSubmission(shops.query)];
  const [two, three] = [await shops.as("2"), await shops.as("3")];
  const taken = await Promise.all([two.promo.takeNext({}), three.promo.takeNext({})]);
  expect(taken.map(({ id }) => id).sort()).toEqual(ids);
  const [mine = 0] = ids.filter((id) => id === taken[0].id);
  expect(await two.promo.keep({ id: mine })).toMatchObject({ isHeld: true });
  expect(await three.promo.takeNext({ skip: taken[1].id ?? 0 })).toMatchObject({ id: null });
  await shops.query("UPDATE submissions SET locked_until = now() - interval '1 second' WHERE id = $1", [
    mine,
  ]);
  expect(await three.promo.takeNext({ skip: taken[1].id ?? 0 })).toMatchObject({ id: mine });
  expect(await two.promo.keep({ id: mine })).toMatchObject({ isHeld: false });
});

test("approvals are drawn for a second look by another reviewer", async () => {
  const [owner, two, three] = [await shops.as("1"), await shops.as("2"), await shops.as("3")];
  const { settings } = await owner.promo.settings();
  await owner.promo.saveSettings({ ...settings, secondLookPercent: 100 });
  const id = await assigned();
  await two.promo.approve({ list: [id] });
  await owner.promo.saveSettings(settings);
  expect((await two.promo.secondLooks()).list).toEqual([]);
  expect((await three.promo.secondLooks()).list.map((look) => look.id)).toEqual([id]);
  expect((await refusalOf(two.promo.takeSecondLook({ id, isAgreed: true }))).status).toBe(409);
  const isOnDesk = async () =>
    (await (await shops.as("3")).desk.open()).lines.some(({ name }) => name === "submissions-second-looks");
  expect(await isOnDesk()).toBe(true);
  // Their page would refuse an administrator who is limited to loyalty orders.
  await limitTo(["LoyaltyOrder"]);
  expect(await isOnDesk()).toBe(false);
  await limitTo();
  // The first answer may be lost.
  for (const _attempt of [1, 2]) await three.promo.takeSecondLook({ id, isAgreed: true });
  expect((await refusalOf(three.promo.takeSecondLook({ id, isAgreed: false }))).message).toBe(
    `You took the second look at submission ${id} in another window. It wasn't changed.`,
  );
  const { message } = await refusalOf(owner.promo.takeSecondLook({ id, isAgreed: false }));
  expect(message).toBe(`Nora Nothing took the second look at submission ${id}. It wasn't changed.`);
  expect((await auditOf(id)).filter((action) => action === "submission.second look")).toHaveLength(1);
  const { data } = await owner.promo.workload();
  expect(data.find(({ reviewerId }) => reviewerId === "2")).toMatchObject({ secondLooks: 1, agreed: 1 });
});

test("duplicates are found by receipt id, address and email", async () => {
  const { promo } = await shops.as("1");
  const same = {
    receipt_key: "zz9",
    shipping_address1: "1 Twice Street",
    email: "twice@customers.example",
  };
  const [first, second] = [
    await addSubmission(shops.query, same),
    await addSubmission(shops.query, { ...same, receipt_key: "other" }),
  ];
  expect((await promo.duplicates({ id: second })).list).toMatchObject([
    { id: first, matches: ["address", "email"], isSamePurchase: false },
  ]);
});

test("a reviewer who may no longer review releases their submissions, and everyone sees it", async () => {
  const owner = await shops.as("1");
  const [open, onHold, decided] = [
    await assigned({ reviewer_id: "3" }),
    await assigned({ reviewer_id: "3", hold_reason_id: held, held_at: new Date() }),
    await assigned({ reviewer_id: "3", status: "Denied" }),
  ];
  const before = (await owner.access.list()).rows.find(({ id }) => id === "3");
  const { effects } = await owner.access.grant({
    id: "3",
    version: before?.version ?? 0,
    flags: ["showPromotion"],
    tabLimits: { showPromotion: ["LoyaltyOrder"] },
  });
  expect(effects).toEqual([
    expect.stringMatching(/^\d+ submissions in review by Nora Nothing are unassigned again\./),
  ]);
  for (const id of [open, onHold]) {
    expect(await submissionOf(id)).toMatchObject({
      status: "Unassigned",
      reviewerId: null,
      holdReason: null,
    });
    expect(await auditOf(id)).toEqual(["submission.released"]);
  }
  expect(await submissionOf(decided)).toMatchObject({ status: "Denied", reviewerId: "3" });
  const [mail] = (await outbox({ to: "person3@", kind: "Submissions released" })).slice(-1);
  expect(mail?.text).toMatch(new RegExp(`\\b${open}, ${onHold}\\b`));

  // Also one who lost the permission in another way, such as a former account owner.
  await shops.query("UPDATE administrators SET flags = '{}', tab_limits = '{}' WHERE id = '3'");
  const left = await assigned({ reviewer_id: "3" });
  const { releaseOfFormerReviewers } = await import("~/domain/submissions/release-submissions.server");
  await releaseOfFormerReviewers.run(DEMO, new AbortController().signal);
  expect(await submissionOf(left)).toMatchObject({ status: "Unassigned", reviewerId: null });
  await grantAccess("3", ["showPromotion"]);
});
