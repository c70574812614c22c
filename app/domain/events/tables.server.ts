import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";

/** A shop's events. A deleted one is archived, so that it can be restored with its invitees. */
export const events = pgTable(
  "events",
  {
    shop: text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: integer("id").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    dateFrom: timestamp("date_from", { withTimezone: true }).notNull(),
    dateTo: timestamp("date_to", { withTimezone: true }).notNull(),
    /** Published; a draft is not. */
    active: boolean("active").notNull().default(false),
    isDeleted: boolean("is_deleted").notNull().default(false),
    /** The administrator's id, or 0, which is shown as "Admin". */
    createdBy: bigint("created_by", { mode: "number" }).notNull().default(0),
    createdByName: text("created_by_name").notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** How many may register; null for any number. */
    capacity: integer("capacity"),
    /** Until when one may register; null: until the event is over. */
    rsvpBy: timestamp("rsvp_by", { withTimezone: true }),
    /** Guests are reminded by email the day before. */
    reminds: boolean("reminds").notNull().default(false),
    /** Counts the changes, so that two people editing the event notice each other. */
    version: integer("version").notNull().default(1),
    /** Made by the caller. The same id creates no second event. */
    operationId: uuid("operation_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_event_per_operation").on(table.shop, table.operationId),
    index("events_by_date").on(table.shop, table.dateFrom.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("events_by_name").on(table.shop, nameOrder(table.name), table.id),
  ],
);
