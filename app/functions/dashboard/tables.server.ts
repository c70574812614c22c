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
    /** The tag that the figures with and without it are of. */
    tag: text("tag").notNull().default("AIC"),
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

/** How many customers a segment of the account owner had, one row for each day with a reading. */
export const segmentSnapshots = pgTable(
  "customer_segment_snapshots",
  {
    shop: text("shop").notNull(),
    /** The segment in Shopify's segment query language. A segment with another definition has figures of its own. */
    query: text("query").notNull(),
    /** In the shop's time zone when the figure was read. */
    day: date("day", { mode: "string" }).notNull(),
    /** The last reading of the day. */
    readAt: timestamp("read_at", { withTimezone: true }).notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.query, table.day] })],
);

/** What staff noted about days, such as a campaign. */
export const dayNotes = pgTable(
  "dashboard_day_notes",
  {
    shop: text("shop").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    text: text("text").notNull(),
    changedBy: text("changed_by").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.day] })],
);
