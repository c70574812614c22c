import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Webhooks that were received, so that a repeated delivery has no second effect. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    shop: text("shop").notNull(),
    id: text("id").notNull(),
    topic: text("topic").notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("webhook_deliveries_by_age").on(table.receivedAt),
  ],
);
