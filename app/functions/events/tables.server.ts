import { pgTable, primaryKey } from "drizzle-orm/pg-core";

/** Who came to an event, and who of the staff let them in. The invitation names the person. */
export const eventCheckIns = pgTable(
  "event_check_ins",
  (column) => ({
    shop: column.text("shop").notNull(),
    eventId: column.integer("event_id").notNull(),
    invitationId: column.uuid("invitation_id").notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull(),
    byId: column.text("by_id").notNull(),
    byName: column.text("by_name").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.eventId, table.invitationId] })],
);
