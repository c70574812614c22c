import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

/** A return, by the id of its case. */
export const returnSubject = auditSubject("return", {
  id: { type: "uuid", pattern: "^[0-9a-f-]{36}$" },
  find: (
    shop,
    id,
  ) => sql`SELECT json_build_object('name', 'Return of ' || c.order_name) FROM return_cases AS c
    WHERE c.shop = ${shop} AND c.id = ${id}
    UNION ALL SELECT json_build_object('name', 'Return ' || r.return_name) FROM return_refunds AS r
    WHERE r.shop = ${shop} AND r.id = ${id} LIMIT 1`,
  readId: (search) => (/^[0-9a-f-]{36}$/.test(search) ? search : undefined),
  nameless: "A deleted return",
});

export const returnCreated = auditAction<null, { order: string; units: number; trackingNumber: string }>(
  "return.created",
  "Created a return with a shipping label",
);

export const returnProcessed = auditAction<null, { return: string; units: number; refund: string }>(
  "return.processed",
  "Received the items of a return",
);

export const returnCanceled = auditAction<{ order: string; trackingNumber: string }, null>(
  "return.canceled",
  "Canceled a return with a shipping label",
);

export const returnNotCanceled = auditAction<null, { order: string; reason: string }>(
  "return.not-canceled",
  "Kept a return that Shopify refused to cancel",
);

export const restockRuleChanged = auditAction<null, { location: string; notRestocked: string }>(
  "return.restock-rule-changed",
  "Changed the restock rule of returns",
);

export const returnAttemptDismissed = auditAction<{ order: string }, null>(
  "return.dismissed",
  "Dismissed a return that failed",
);

export const returnLabelEmailed = auditAction<null, { order: string }>(
  "return.label-emailed",
  "Emailed the shipping label of a return",
);
