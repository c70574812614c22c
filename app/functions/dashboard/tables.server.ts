import { boolean, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** The figures of a shop's customers, one row for each day with a reading. Shopify has no past figures. */
export const customerSnapshots = pgTable(
  "customer_snapshots",
  {
    shop: text("shop").notNull(),
    /** In the shop's time zone when the figures were read. */
    day: date("day", { mode: "string" }).notNull(),
    /** The last reading of the day. */
    readAt: timestamp("read_at", { withTimezone: true }).notNull(),
    /** False when there are at least `total` customers. */
    isTotalExact: boolean("is_total_exact").notNull(),
    total: integer("total").notNull(),
    withAICTag: integer("with_aic_tag").notNull(),
    withoutAICTag: integer("without_aic_tag").notNull(),
    emailSubscribed: integer("email_subscribed").notNull(),
    smsSubscribed: integer("sms_subscribed").notNull(),
    withAICTagEmailSubscribed: integer("with_aic_tag_email_subscribed").notNull(),
    withAICTagSmsSubscribed: integer("with_aic_tag_sms_subscribed").notNull(),
    withoutAICTagEmailSubscribed: integer("without_aic_tag_email_subscribed").notNull(),
    withoutAICTagSmsSubscribed: integer("without_aic_tag_sms_subscribed").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.day] })],
);
