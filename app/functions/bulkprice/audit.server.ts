import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

export const scheduledPriceSubject = auditSubject("scheduledPrice", {
  id: { type: "bigint", pattern: "^[0-9]{1,15}$" },
  find: (shop, id) => sql`SELECT json_build_object('name', s.sku) FROM price_schedules AS s
    WHERE s.shop = ${shop} AND s.id = ${id}`,
  nameless: "A deleted price",
  urlOf: (_id, found) =>
    found?.name ? `/bulkprice?q=${encodeURIComponent(found.name.slice(0, 60))}` : "/bulkprice",
});

/** The fields of a scheduled price, by their labels on the form. */
type PriceSide = Record<string, string>;

export const scheduledPriceChanged = auditAction<PriceSide, PriceSide>(
  "scheduled price.changed",
  "Changed a scheduled price",
);
/** By variant: "10.00 (compare at 12.00)". */
export const scheduledPriceApplied = auditAction<PriceSide, PriceSide>(
  "scheduled price.applied",
  "Applied a scheduled price",
);
export const scheduledPriceEnded = auditAction<PriceSide, PriceSide>(
  "scheduled price.ended",
  "Returned a price at its end date",
);
export const scheduledPricePaused = auditAction<null, null>(
  "scheduled price.paused",
  "Paused a scheduled price",
);
export const scheduledPriceResumed = auditAction<null, null>(
  "scheduled price.resumed",
  "Resumed a scheduled price",
);
/** The prices of one file with one effective date. */
interface PriceBatchSide {
  prices: number;
  "effective date": string;
}
export const priceBatchPaused = auditAction<null, PriceBatchSide>(
  "scheduled prices.paused",
  "Paused the scheduled prices of a file",
);
export const priceBatchResumed = auditAction<null, PriceBatchSide>(
  "scheduled prices.resumed",
  "Resumed the scheduled prices of a file",
);
export const priceBatchCanceled = auditAction<null, PriceBatchSide>(
  "scheduled prices.canceled",
  "Canceled the scheduled prices of a file",
);
export const priceBatchMoved = auditAction<Pick<PriceBatchSide, "effective date">, PriceBatchSide>(
  "scheduled prices.moved",
  "Moved the scheduled prices of a file to another date",
);
export const scheduledPriceMoved = auditAction<PriceSide, PriceSide>(
  "scheduled price.moved",
  "Moved a scheduled price to another date",
);
export const scheduledPriceEndedEarly = auditAction<PriceSide, PriceSide>(
  "scheduled price.ended early",
  "Ended a scheduled price early",
);
export const scheduledPriceCanceled = auditAction<null, null>(
  "scheduled price.canceled",
  "Canceled a scheduled price",
);
export const scheduledPriceRolledBack = auditAction<PriceSide, PriceSide>(
  "scheduled price.rolled back",
  "Rolled back a scheduled price",
);
