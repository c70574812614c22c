import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Who came to an event, and who of the staff let them in. The invitation names the person. */
export const eventCheckIns = pgTable(
  "event_check_ins",
  {
    shop: text("shop").notNull(),
    eventId: integer("event_id").notNull(),
    invitationId: uuid("invitation_id").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.eventId, table.invitationId] })],
);
