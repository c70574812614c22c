import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { ItemState, JobState } from "./states";

export type { ItemState, JobState } from "./states";

/** Long-running work: what it is, who started it, and its progress. */
export const jobs = pgTable(
  "jobs",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    kind: column.text("kind").notNull(),
    /** Shown to people, for example "Approve 120 students". */
    title: column.text("title").notNull(),
    state: column.text("state").$type<JobState>().notNull(),
    /** The flag (or `owner`, `signed-in`) that the work needs. Checked again before each item. */
    permission: column.text("permission").notNull(),
    params: column.jsonb("params").notNull().default({}),
    total: column.integer("total").notNull(),
    done: column.integer("done").notNull().default(0),
    failed: column.integer("failed").notNull().default(0),
    skipped: column.integer("skipped").notNull().default(0),
    /** Shown to people: why the job as a whole failed, or a closing remark. */
    message: column.text("message"),
    startedById: column.text("started_by_id").notNull(),
    startedByName: column.text("started_by_name").notNull(),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    startedAt: column.timestamp("started_at", { withTimezone: true }),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    cancelRequestedAt: column.timestamp("cancel_requested_at", { withTimezone: true }),
    /** When a pause was requested, and who requested it. A running job stops a moment later, and `state` becomes `paused`. */
    pausedAt: column.timestamp("paused_at", { withTimezone: true }),
    pausedByName: column.text("paused_by_name"),
    /** When its failed items were last retried. */
    retriedAt: column.timestamp("retried_at", { withTimezone: true }),
    /** When its items were deleted because of its age. */
    itemsDeletedAt: column.timestamp("items_deleted_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("jobs_unfinished").on(table.shop, table.kind).where(sql`state IN ('queued', 'running', 'paused')`),
    index("jobs_with_items").on(table.shop, table.finishedAt).where(sql`items_deleted_at IS NULL`),
    index("jobs_newest").on(table.shop, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("jobs_of_a_person").on(
      table.shop,
      table.startedById,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** One item of a job with its own outcome, so that a job can resume, retry and report item by item. */
export const jobItems = pgTable(
  "job_items",
  (column) => ({
    shop: column.text("shop").notNull(),
    jobId: column.uuid("job_id").notNull(),
    position: column.integer("position").notNull(),
    /** Shown to people: what the item is about. */
    label: column.text("label").notNull(),
    input: column.jsonb("input").notNull(),
    state: column.text("state").$type<ItemState>().notNull().default("waiting"),
    message: column.text("message"),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.jobId, table.position] }),
    index("job_items_by_state").on(table.shop, table.jobId, table.state, table.position),
  ],
);
