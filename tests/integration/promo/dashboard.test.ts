import { afterAll, beforeAll, expect, test } from "vitest";
import { openTwoShops, type TwoShops } from "../console/two-shops.ts";
import { addAssignedSubmission, addPromotion, addReason, addSubmission } from "./support.ts";

let shops: TwoShops;
let denied: number;
let loyaltyDenied: number;
beforeAll(async () => {
  shops = await openTwoShops("promo_dashboard");
  const { query } = shops;
  await addPromotion(query);
  denied = await addReason(query, "deny_reasons", { reason: "Too late" });
  loyaltyDenied = await addReason(query, "deny_reasons", { reason: "Not a member", is_loyalty: true });
  // The first test deletes these two, and its counts must follow the change and the deletion.
  await addSubmission(query);
  await addAssignedSubmission(query);
  await query("UPDATE submissions SET status = 'Denied' WHERE status = 'Assigned'");
});
afterAll(() => shops.close());

test("the dashboard counts and averages in seconds", async () => {
  await shops.query("DELETE FROM submissions");
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await addAssignedSubmission(shops.query, {
    created_at: hoursAgo(4),
    first_assigned_at: hoursAgo(3),
    assigned_at: hoursAgo(3),
    status: "Denied",
    deny_reason_id: denied,
    decided_at: hoursAgo(1),
  });
  await addAssignedSubmission(shops.query, {
    created_at: hoursAgo(4),
    first_assigned_at: hoursAgo(1),
    assigned_at: hoursAgo(1),
  });
  const { promo } = await shops.as("1");
  expect((await promo.submissionsStats()).data).toEqual({
    createdToAssigned: 2 * 3_600,
    assignedToApproved: 2 * 3_600,
    createdToApproved: 3 * 3_600,
  });
  const counts = (await promo.submissionsByStatus()).data.filter(({ count }) => count > 0);
  expect(counts).toEqual([
    { status: "Assigned", count: 1 },
    { status: "Denied", count: 1 },
  ]);
  expect((await promo.submissionsByDenyReason()).data).toEqual([{ reason: "Too late", count: 1 }]);
  expect(await promo.figure()).toEqual({ text: "1 open submission", asOf: null });
  const { mergeSubmissionCounts } = await import("~/domain/submissions/counted-submissions.server");
  await mergeSubmissionCounts.run("backroom-demo.myshopify.com", new AbortController().signal);
  expect((await promo.submissionsByStatus()).data.filter(({ count }) => count > 0)).toEqual(counts);
});

test("the dashboard counts reasons with the same text as one", async () => {
  await shops.query("DELETE FROM submissions");
  const sameText = await addReason(shops.query, "deny_reasons", { reason: "Too late", is_deleted: true });
  for (const id of [denied, sameText, loyaltyDenied])
    await addSubmission(shops.query, { status: "Denied", deny_reason_id: id });
  const { promo } = await shops.as("1");
  expect((await promo.submissionsByDenyReason()).data).toEqual([
    { reason: "Too late", count: 2 },
    { reason: "Not a member", count: 1 },
  ]);
});
