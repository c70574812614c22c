import { pgTable, primaryKey } from "drizzle-orm/pg-core";

/** The figures of a shop's customers, one row for each day with a reading. Shopify has no past figures. */
export const customerSnapshots = pgTable(
  "customer_snapshots",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** In the shop's time zone when the figures were read. */
    day: column.date("day", { mode: "string" }).notNull(),
    /** The last reading of the day. */
    readAt: column.timestamp("read_at", { withTimezone: true }).notNull(),
    /** False when there are at least `total` customers. */
    isTotalExact: column.boolean("is_total_exact").notNull(),
    total: column.integer("total").notNull(),
    /** The tag that the figures with and without it are of. */
    tag: column.text("tag").notNull().default("AIC"),
    withAICTag: column.integer("with_aic_tag").notNull(),
    withoutAICTag: column.integer("without_aic_tag").notNull(),
    emailSubscribed: column.integer("email_subscribed").notNull(),
    smsSubscribed: column.integer("sms_subscribed").notNull(),
    withAICTagEmailSubscribed: column.integer("with_aic_tag_email_subscribed").notNull(),
    withAICTagSmsSubscribed: column.integer("with_aic_tag_sms_subscribed").notNull(),
    withoutAICTagEmailSubscribed: column.integer("without_aic_tag_email_subscribed").notNull(),
    withoutAICTagSmsSubscribed: column.integer("without_aic_tag_sms_subscribed").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.day] })],
);

/** How many customers a segment of the account owner had, one row for each day with a reading. */
export const segmentSnapshots = pgTable(
  "customer_segment_snapshots",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The segment in Shopify's segment query language. A segment with another definition has figures of its own. */
    query: column.text("query").notNull(),
    /** In the shop's time zone when the figure was read. */
    day: column.date("day", { mode: "string" }).notNull(),
    /** The last reading of the day. */
    readAt: column.timestamp("read_at", { withTimezone: true }).notNull(),
    count: column.integer("count").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.query, table.day] })],
);

/** What staff noted about days, such as a campaign. */
export const dayNotes = pgTable(
  "dashboard_day_notes",
  (column) => ({
    shop: column.text("shop").notNull(),
    day: column.date("day", { mode: "string" }).notNull(),
    text: column.text("text").notNull(),
    changedBy: column.text("changed_by").notNull(),
    changedAt: column.timestamp("changed_at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.day] })],
);
