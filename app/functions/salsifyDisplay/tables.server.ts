import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { DisplayName } from "./display-names";

/** Saves of display names whose audit entry isn't written: intents whose row is deleted when they end. */
export const displayNameSaves = pgTable(
  "display_name_saves",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** Of the list that it replaces. Null when none was stored. */
    digest: text("digest"),
    before: jsonb("before").$type<DisplayName[]>().notNull(),
    after: jsonb("after").$type<DisplayName[]>().notNull(),
    savedById: text("saved_by_id").notNull(),
    savedByName: text("saved_by_name").notNull(),
    attempt: integer("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
