import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { DisplayName } from "./display-names";

/** Saves of display names whose audit entry isn't written: intents whose row is deleted when they end. */
export const displayNameSaves = pgTable(
  "display_name_saves",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** Of the list that it replaces. Null when none was stored. */
    digest: column.text("digest"),
    before: column.jsonb("before").$type<DisplayName[]>().notNull(),
    after: column.jsonb("after").$type<DisplayName[]>().notNull(),
    savedById: column.text("saved_by_id").notNull(),
    savedByName: column.text("saved_by_name").notNull(),
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
