import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ItemState, JobState } from "./states";

export type { ItemState, JobState } from "./states";

/** Long work that somebody started: who, what, and how far it is. */
export const jobs = pgTable(
  "jobs",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    kind: text("kind").notNull(),
    /** One line for people, for example "Approve 120 students". */
    title: text("title").notNull(),
    state: text("state").$type<JobState>().notNull(),
    /** The flag (or `owner`, `signed-in`) that the work needs; checked again when it runs. */
    permission: text("permission").notNull(),
    params: jsonb("params").notNull().default({}),
    total: integer("total").notNull(),
    done: integer("done").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    /** What happened to the job as a whole, for people: why it failed, or a closing remark. */
    message: text("message"),
    startedById: text("started_by_id").notNull(),
    startedByName: text("started_by_name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    cancelRequestedAt: timestamp("cancel_requested_at", { withTimezone: true }),
    /** Since when, and by whom, it is to stand still; a running one stands still a moment later (`state` is then `paused`). */
    pausedAt: timestamp("paused_at", { withTimezone: true }),
    pausedByName: text("paused_by_name"),
    /** When its failed items were last asked for again. */
    retriedAt: timestamp("retried_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("jobs_unfinished").on(table.shop, table.kind).where(sql`state IN ('queued', 'running', 'paused')`),
    index("jobs_newest").on(table.shop, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("jobs_of_a_person").on(
      table.shop,
      table.startedById,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** One piece of a job, with its own outcome, so that a job resumes, retries and reports piece by piece. */
export const jobItems = pgTable(
  "job_items",
  {
    shop: text("shop").notNull(),
    jobId: uuid("job_id").notNull(),
    position: integer("position").notNull(),
    /** What the item is about, for people. */
    label: text("label").notNull(),
    input: jsonb("input").notNull(),
    state: text("state").$type<ItemState>().notNull().default("waiting"),
    message: text("message"),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.jobId, table.position] }),
    index("job_items_by_state").on(table.shop, table.jobId, table.state, table.position),
  ],
);
