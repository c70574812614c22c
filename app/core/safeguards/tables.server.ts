import { sql } from "drizzle-orm";
import { jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";

/** How a requested change ended, or that it waits. */
export type SafeguardChangeState = "waiting" | "agreed" | "due" | "canceled" | "replaced";

/** Requests to loosen a safeguard. At most one of each safeguard waits. */
export const safeguardChanges = pgTable(
  "safeguard_changes",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** The name of its declaration. */
    safeguard: text("safeguard").notNull(),
    /** Which record, where each has a safeguard of its own. Empty otherwise. */
    subjectId: text("subject_id").notNull().default(""),
    /** The administrators with this flag may agree. */
    flag: text("flag").$type<Flag>().notNull(),
    /** As people read it: what it is, and its value before and after. */
    title: text("title").notNull(),
    beforeText: text("before_text").notNull(),
    afterText: text("after_text").notNull(),
    /** The new value. */
    value: jsonb("value").$type<{ value: unknown }>().notNull(),
    state: text("state").$type<SafeguardChangeState>().notNull().default("waiting"),
    requestedById: text("requested_by_id").notNull(),
    requestedByName: text("requested_by_name").notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    /** When it takes effect without anyone's agreement. */
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    endedByName: text("ended_by_name"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("safeguard_changes_waiting")
      .on(table.shop, table.safeguard, table.subjectId)
      .where(sql`state = 'waiting'`),
  ],
);
