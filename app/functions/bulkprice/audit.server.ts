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
export const scheduledPriceCanceled = auditAction<null, null>(
  "scheduled price.canceled",
  "Canceled a scheduled price",
);
export const scheduledPriceRolledBack = auditAction<PriceSide, PriceSide>(
  "scheduled price.rolled back",
  "Rolled back a scheduled price",
);
