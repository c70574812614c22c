import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { LogLevel } from "./sync";

/** Syncs and transfers. A sync is a job with the same id: its state is that of the job. */
export const syncs = pgTable(
  "runs",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** Which function's syncs it belongs to, for example `productMedia`. */
    section: text("section").notNull(),
    /** 0 to 100. It never decreases, and a retry begins at 0. */
    progress: integer("progress").notNull().default(0),
    /** What the sync must remember to continue after its process died. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("runs_newest").on(
      table.shop,
      table.section,
      table.startedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** What a sync did, line by line. */
export const syncLogLines = pgTable(
  "run_log_lines",
  {
    shop: text("shop").notNull(),
    runId: uuid("run_id").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    /** The step that wrote it. */
    functionName: text("function_name").notNull(),
    level: text("level").$type<LogLevel>().notNull(),
    message: text("message").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.runId, table.id] })],
);
