import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { RiskLevel } from "~/connectors/ekata/port";

/** What Ekata answered about an order on a day. Each answer is paid for, so it is kept for the day. It has no contact details. */
export const ekataChecks = pgTable(
  "ekata_checks",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    orderId: column.bigint("order_id", { mode: "number" }).notNull(),
    /** The day of the check in the shop's calendar. */
    day: column.date("day", { mode: "string" }).notNull(),
    /** 0 to 500. Null when Ekata couldn't tell, as is the next one. */
    riskScore: column.integer("risk_score"),
    /** 0 to 1. */
    networkScore: column.doublePrecision("network_score"),
    checkedAt: column.timestamp("checked_at", { withTimezone: true }).notNull(),
    /** The report that asked. One that is created again after a crash doesn't ask again. */
    operationId: column.text("operation_id").notNull(),
    /** The risk level that was written to the order, and when. Null while none was. */
    writtenLevel: column.text("written_level").$type<RiskLevel>(),
    writtenAt: column.timestamp("written_at", { withTimezone: true }),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.orderId, table.day] })],
);
