import { and, eq, gte, isNotNull, type SQL, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { mayUse } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { promoTabs, reviewAccess } from "./access";
import { HIGH_RISK } from "./statuses";
import { submissions } from "./tables.server";

/** Those that aren't loyalty orders, by their age. */
const undecided = (shop: Shop, ...conditions: SQL[]) => ({
  from: sql`${submissions}`,
  at: sql`${submissions.createdAt}`,
  where: and(eq(submissions.shop, shop.domain), ...conditions, eq(submissions.isLoyalty, false)),
});

export const unassignedSubmissions = defineDeskLine({
  name: "submissions-unassigned",
  for: promoTabs("AssignmentQueue"),
  urgency: "today",
  noun: "unassigned submission",
  action: "Assign",
  address: "/promo?tab=AssignmentQueue&type=unAssigned",
  list: "promo-assignment",
  records: ({ shop }) => undecided(shop, eq(submissions.queue, "unassigned")),
});

/** As the reviewer's list has them, also those on hold. */
export const submissionsToReview = defineDeskLine({
  name: "submissions-to-review",
  for: promoTabs("CsrApprovals"),
  urgency: "today",
  noun: "submission that you review",
  nouns: "submissions that you review",
  action: "Review",
  address: "/promo?tab=CsrApprovals",
  list: "promo-approvals",
  records: ({ shop, administrator }) =>
    undecided(shop, eq(submissions.reviewerId, administrator.id), isNotNull(submissions.queue)),
});

export const riskySubmissions = defineDeskLine({
  name: "submissions-high-risk",
  for: promoTabs("AssignmentQueue"),
  urgency: "today",
  noun: "open submission with a high risk",
  nouns: "open submissions with a high risk",
  action: "Look at them",
  address: "/promo?tab=AssignmentQueue&type=highRisk&sort=riskScore+desc",
  list: "promo-assignment",
  records: ({ shop }) => undecided(shop, isNotNull(submissions.queue), gte(submissions.riskScore, HIGH_RISK)),
});

export const heldSubmissions = defineDeskLine({
  name: "submissions-held",
  for: promoTabs("AssignmentQueue"),
  urgency: "soon",
  noun: "submission on hold",
  nouns: "submissions on hold",
  action: "Look at them",
  address: "/promo?tab=AssignmentQueue&type=onHold",
  list: "promo-assignment",
  records: ({ shop }) => undecided(shop, eq(submissions.queue, "held")),
});

export const dueSecondLooks = defineDeskLine({
  name: "submissions-second-looks",
  for: promoTabs("CsrApprovals"),
  urgency: "soon",
  noun: "approval that waits for a second look",
  nouns: "approvals that wait for a second look",
  action: "Look at them",
  address: "/promo/second-looks",
  list: "promo-approvals",
  // As `listSecondLooks` lists them.
  records: ({ shop, administrator }) => ({
    from: sql`${submissions}`,
    at: sql`${submissions.decidedAt}`,
    where: and(
      eq(submissions.shop, shop.domain),
      isNotNull(submissions.secondLook),
      eq(submissions.secondLook, "due"),
      sql`${submissions.approverId} IS DISTINCT FROM ${administrator.id}`,
      mayUse(administrator, reviewAccess(true)) ? undefined : eq(submissions.isLoyalty, false),
    ),
  }),
});
