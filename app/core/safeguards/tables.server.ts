import { sql } from "drizzle-orm";
import { pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";

/** How a requested change ended, or that it waits. */
export type SafeguardChangeState = "waiting" | "agreed" | "due" | "canceled" | "replaced";

/** Requests to loosen a safeguard. At most one of each safeguard waits. */
export const safeguardChanges = pgTable(
  "safeguard_changes",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The name of its declaration. */
    safeguard: column.text("safeguard").notNull(),
    /** Which record, where each has a safeguard of its own. Empty otherwise. */
    subjectId: column.text("subject_id").notNull().default(""),
    /** The administrators with this flag may agree. */
    flag: column.text("flag").$type<Flag>().notNull(),
    /** As people read it: what it is, and its value before and after. */
    title: column.text("title").notNull(),
    beforeText: column.text("before_text").notNull(),
    afterText: column.text("after_text").notNull(),
    /** The new value. */
    value: column.jsonb("value").$type<{ value: unknown }>().notNull(),
    state: column.text("state").$type<SafeguardChangeState>().notNull().default("waiting"),
    requestedById: column.text("requested_by_id").notNull(),
    requestedByName: column.text("requested_by_name").notNull(),
    requestedAt: column.timestamp("requested_at", { withTimezone: true }).notNull(),
    /** When it takes effect without anyone's agreement. */
    dueAt: column.timestamp("due_at", { withTimezone: true }).notNull(),
    endedAt: column.timestamp("ended_at", { withTimezone: true }),
    endedByName: column.text("ended_by_name"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("safeguard_changes_waiting")
      .on(table.shop, table.safeguard, table.subjectId)
      .where(sql`state = 'waiting'`),
  ],
);
