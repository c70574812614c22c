import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";

/** Webhooks that were received, so that a repeated delivery has no second effect. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.text("id").notNull(),
    topic: column.text("topic").notNull(),
    receivedAt: column.timestamp("received_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("webhook_deliveries_by_age").on(table.receivedAt),
  ],
);
