import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";

/** A shop's events. A deleted one is archived, so that it can be restored with its invitees. */
export const events = pgTable(
  "events",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: column.integer("id").notNull(),
    name: column.text("name").notNull(),
    description: column.text("description").notNull(),
    dateFrom: column.timestamp("date_from", { withTimezone: true }).notNull(),
    dateTo: column.timestamp("date_to", { withTimezone: true }).notNull(),
    /** Published; a draft is not. */
    active: column.boolean("active").notNull().default(false),
    isDeleted: column.boolean("is_deleted").notNull().default(false),
    /** The administrator's id, or 0, which is shown as "Admin". */
    createdBy: column.bigint("created_by", { mode: "number" }).notNull().default(0),
    createdByName: column.text("created_by_name").notNull().default(""),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    /** How many may register; null for any number. */
    capacity: column.integer("capacity"),
    /** Until when one may register; null: until the event is over. */
    rsvpBy: column.timestamp("rsvp_by", { withTimezone: true }),
    /** Guests are reminded by email the day before. */
    reminds: column.boolean("reminds").notNull().default(false),
    /** Counts the changes, so that two people editing the event notice each other. */
    version: column.integer("version").notNull().default(1),
    /** Made by the caller. The same id creates no second event. */
    operationId: column.uuid("operation_id").notNull(),
    /** Where it is, in one line. Empty for none. */
    location: column.text("location").notNull().default(""),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_event_per_operation").on(table.shop, table.operationId),
    index("events_by_date").on(table.shop, table.dateFrom.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("events_by_name").on(table.shop, nameOrder(table.name), table.id),
  ],
);
