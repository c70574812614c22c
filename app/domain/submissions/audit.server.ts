import { sql } from "drizzle-orm";
import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { auditSubject, INTEGER_ID } from "~/core/audit/audit-subject.server";

export const submissionSubject = auditSubject("submission", {
  id: { type: "bigint", pattern: "^[0-9]{1,18}$" },
  find: (
    shop,
    id,
  ) => sql`SELECT json_build_object('name', s.first_name || ' ' || s.last_name) FROM submissions AS s
    WHERE s.shop = ${shop} AND s.id = ${id}`,
  nameless: "A deleted submission",
});

export const promotionSubject = auditSubject("promotion", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', p.name) FROM promotions AS p
    WHERE p.shop = ${shop} AND p.id = ${id}`,
  nameless: "A deleted promotion",
});

export const replyTemplateSubject = auditSubject("replyTemplate", {
  id: { type: "bigint", pattern: "^[0-9]{1,18}$" },
  find: (shop, id) => sql`SELECT json_build_object('name', t.name) FROM reply_templates AS t
    WHERE t.shop = ${shop} AND t.id = ${id}`,
  nameless: "A deleted reply template",
});

/** What a change of a submission shows of it. */
interface ReviewSide {
  status: string;
  assignee?: string;
  reason?: string;
  order?: string;
  tracking?: string;
  /** What the reviewer wrote to the customer. */
  message?: string;
}

const reviewAction = (name: string, label: string) =>
  auditAction<ReviewSide | null, ReviewSide>(`submission.${name}`, label, MAY_NAME_OTHERS);

export const submissionMade = reviewAction("made", "Submitted a receipt");
export const receiptReplaced = reviewAction("receipt replaced", "Replaced a receipt that couldn't be read");
export const answerReceived = reviewAction("answer received", "Answered a reviewer's question");
export const submissionWithdrawn = reviewAction("withdrawn", "Withdrew a submission");
export const submissionAssigned = reviewAction("assigned", "Assigned a submission");
export const submissionReleased = reviewAction("released", "Released a submission of a former reviewer");
export const reviewStarted = reviewAction("in review", "Opened a submission for review");
export const submissionDenied = reviewAction("denied", "Denied a submission");
export const submissionHeld = reviewAction("held", "Put a submission on hold");
export const submissionAnswered = reviewAction("answered", "Answered the customer of a submission");
export const submissionApproved = reviewAction("approved", "Approved a submission");
export const approvalUndone = reviewAction("approval undone", "Undid the approval of a submission");
export const submissionOrdered = reviewAction("ordered", "Created the order of a submission");
export const orderRefused = reviewAction("order refused", "Returned a submission to review without an order");
export const orderCanceled = reviewAction(
  "order canceled",
  "Returned a submission to review after its order was canceled",
);
export const submissionShipped = reviewAction("shipped", "Shipped the order of a submission");
export const fulfillmentCanceled = reviewAction(
  "fulfillment canceled",
  "Canceled the fulfillment of a submission's order",
);
export const submissionDelivered = reviewAction("delivered", "Delivered the order of a submission");
export const secondLookTaken = reviewAction("second look", "Took a second look at an approval");

/** A reason's fields, by their labels. */
type ReasonSide = { list: string; reason: string; order: string };
export const reasonCreated = auditAction<null, ReasonSide>(
  "promo.reason created",
  "Added a reason",
  MAY_NAME_OTHERS,
);
export const reasonChanged = auditAction<ReasonSide, ReasonSide>(
  "promo.reason changed",
  "Changed a reason",
  MAY_NAME_OTHERS,
);
export const reasonDeleted = auditAction<ReasonSide, null>(
  "promo.reason deleted",
  "Deleted a reason",
  MAY_NAME_OTHERS,
);

/** A reply template's fields, by their labels. */
export type ReplySide = { "used for": string; name: string; text: string };
export const replyCreated = auditAction<null, ReplySide>("promo.reply created", "Added a reply template");
export const replyChanged = auditAction<ReplySide, ReplySide>(
  "promo.reply changed",
  "Changed a reply template",
);
export const replyDeleted = auditAction<ReplySide, null>("promo.reply deleted", "Deleted a reply template");

/** A promotion's fields, by their labels. */
type PromotionSide = Record<string, string>;
export const promotionCreated = auditAction<null, PromotionSide>("promotion.created", "Created a promotion");
export const promotionChanged = auditAction<PromotionSide, PromotionSide>(
  "promotion.changed",
  "Changed a promotion",
);
export const promotionDeleted = auditAction<null, null>("promotion.deleted", "Deleted a promotion");
export const promotionRestored = auditAction<null, null>("promotion.restored", "Restored a promotion");
