import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { LogLevel } from "./sync";

/** Syncs and transfers. A sync is a job with the same id: its state is that of the job. */
export const syncs = pgTable(
  "runs",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** Which function's syncs it belongs to, for example `productMedia`. */
    section: column.text("section").notNull(),
    /** 0 to 100. It never decreases, and a retry begins at 0. */
    progress: column.integer("progress").notNull().default(0),
    /** What the sync must remember to continue after its process died. */
    data: column.jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    runId: column.uuid("run_id").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    /** The step that wrote it. */
    functionName: column.text("function_name").notNull(),
    level: column.text("level").$type<LogLevel>().notNull(),
    message: column.text("message").notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.runId, table.id] })],
);
