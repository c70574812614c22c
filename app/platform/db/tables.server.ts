import { pgTable } from "drizzle-orm/pg-core";

/**
 * The servers that this database has run on, in order. A new row is a fail-over, or a restored backup: transactions that the former
 * server acknowledged may be missing since.
 */
export const databaseTimelines = pgTable("database_timelines", (column) => ({
  id: column.bigserial("id", { mode: "number" }).primaryKey(),
  /** `TIMELINE_IDENTITY` in `timeline.server.ts`. */
  identity: column.text("identity").notNull(),
  /** When a process of Backroom first and last saw it. Everything that was committed before the last time is here. */
  seenFrom: column.timestamp("seen_from", { withTimezone: true }).notNull().defaultNow(),
  seenUntil: column.timestamp("seen_until", { withTimezone: true }).notNull().defaultNow(),
  /** What was committed after this instant, before `seen_from`, may be missing. Null for the first row. */
  lostSince: column.timestamp("lost_since", { withTimezone: true }),
}));
