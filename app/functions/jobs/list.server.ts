import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fileShape } from "~/core/files/schemas";
import { jobUndos } from "~/core/job-undo.server";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, columnsOf, field } from "~/core/lists/define-row.server";
import { withinDays } from "~/core/lists/within-days.server";
import { countUnsent } from "~/core/mail/mail-results.server";
import { fileOfJob } from "~/platform/files/read.server";
import { reasonNotStoppable } from "~/platform/jobs/control-job.server";
import { outcomeOf } from "~/platform/jobs/job-outcome";
import * as states from "~/platform/jobs/states";
import { jobItems as item, jobs as job } from "~/platform/jobs/tables.server";
import { NOTICE_LEVELS } from "~/platform/notice";
import { JOBS_TABS, OUTCOMES, STATES_OF } from "./outcomes";
import { count, id } from "./schemas";
import { type Job, visibleTo } from "./visible.server";

const text = z.string();
/** ISO 8601. */
const instant = text;

/** Jobs that failed, or of which some rows did. */
export const hasFailures = sql`(${job.state} = 'failed' OR ${job.failed} > 0)`;

/** How the job is undone, if it can be. */
export const undoOf = ({ kind }: Pick<Job, "kind">) => jobUndos.all().find((undo) => undo.kind === kind);

const COUNTS = {
  total: job.total,
  done: job.done,
  failed: job.failed,
  skipped: job.skipped,
  params: job.params,
};

const COUNTED = columnsOf(COUNTS);

const counted = (name: keyof states.JobProgress) => (counts: states.JobCounts) =>
  states.progressOf(counts)[name];

/** The jobs that an administrator may see, newest first. */
export const jobsList = defineList({
  name: "jobs",
  from: sql`${job}`,
  id: { by: sql`${job.id}`, type: "uuid" },
  where: ({ shop, administrator }) => and(eq(job.shop, shop.domain), visibleTo(administrator)),
  row: {
    id: field(job.id, text),
    title: column(job.title, text, { title: "Job", narrow: "title" }),
    startedBy: column(
      columnsOf({ id: job.startedById, name: job.startedByName }),
      z.object({ id: text, name: text }),
      { title: "Started by" },
    ),
    createdAt: column(job.createdAt, instant, { title: "Started", format: "time" }),
    state: column(job.state, z.enum(states.JOB_STATES), { title: "State", narrow: "plain" }),
    done: column(COUNTED, count, { title: "Done", key: "progress", align: "end" }, counted("done")),
    total: field(COUNTED, count, counted("total")),
    failed: column(job.failed, count, { title: "Failed", align: "end" }),
    /** Rows for which there was nothing to do. */
    skipped: field(COUNTED, count, counted("skipped")),
    /** How it ended, in words; null until then. */
    outcome: field(
      columnsOf({ ...COUNTS, state: job.state, message: job.message }),
      z.object({ level: z.enum(NOTICE_LEVELS), text, canUndo: z.boolean() }).nullable(),
      outcomeOf,
    ),
    /** Whether what it has done can be undone here. */
    canUndo: field(
      columnsOf({ kind: job.kind, state: job.state, done: job.done }),
      z.boolean(),
      ({ kind, state, done }: Job) => undoOf({ kind }) !== undefined && states.hasEnded(state) && done > 0,
    ),
    /** A message about the whole job. */
    message: field(job.message, text.nullable()),
    finishedAt: field(job.finishedAt, instant.nullable()),
    cancelRequested: field(sql`${job.cancelRequestedAt} IS NOT NULL`, z.boolean()),
    /** Whether it can be canceled and paused while it runs. False when all rows were dispatched at its start. */
    canStop: field(
      columnsOf({ params: job.params }),
      z.boolean(),
      (job: Job) => reasonNotStoppable(job) === null,
    ),
    /** False when its rows were deleted because of its age. */
    hasRows: field(sql`${job.itemsDeletedAt} IS NULL`, z.boolean()),
    /** Who paused it and when. A running job stops a moment later. */
    paused: field(
      columnsOf({ by: job.pausedByName, at: job.pausedAt }),
      z.object({ by: text, at: instant }).nullable(),
      ({ by, at }: { by: string | null; at: string | null }) =>
        at === null ? null : { by: by ?? "", at: new Date(at).toISOString() },
    ),
    /** The file that the job created. Null without one, and after it has expired. */
    file: column(
      fileOfJob(sql`${job.shop}`, sql`${job.id}`),
      fileShape.nullable(),
      { title: "File" },
      (file: z.infer<typeof fileShape> | null) =>
        file && { ...file, expiresAt: new Date(file.expiresAt).toISOString() },
    ),
    /** How many emails with its result didn't arrive. */
    unsentEmails: field(countUnsent(sql`${job.shop}`, sql`${job.id}`), count),
  },
  filters: {
    tab: filter(z.enum(JOBS_TABS).default("all"), {
      where: (tab) => (tab === "failed" ? hasFailures : undefined),
    }),
    days: withinDays(job.createdAt),
  },
  search: null,
  orders: { createdAt: { by: sql`${job.createdAt}`, type: "timestamptz" } },
  defaultSort: "createdAt desc",
  pageSize: 25,
});

/** A job as calls answer it. */
export type JobRow = RowOf<typeof jobsList>;

/** The rows of a job, in the order of the work. */
export const jobItemsList = defineList({
  name: "job-items",
  few: "the rows of one job",
  from: sql`${item}`,
  id: { by: sql`${item.position}`, type: "integer" },
  where: ({ shop }): SQL => eq(item.shop, shop.domain),
  row: {
    id: field(sql`(${item.position} + 1)::text`, text),
    /** In the job, counted from 1. The row of an imported file is in the label. */
    position: column(sql`${item.position} + 1`, count, { title: "Position" }),
    label: column(item.label, text, { title: "What", narrow: "title" }),
    state: column(item.state, z.enum(states.ITEM_STATES), {
      title: "Outcome",
      key: "outcome",
      narrow: "plain",
    }),
    message: column(item.message, text.nullable(), { title: "Message", narrow: "plain" }),
    finishedAt: column(item.finishedAt, instant.nullable(), { title: "Finished", format: "time" }),
  },
  filters: {
    id: filter(id, { where: (id) => eq(item.jobId, id) }),
    outcome: filter(z.enum(OUTCOMES, `must be one of: ${OUTCOMES.join(", ")}`).default("all"), {
      where: (outcome) => (STATES_OF[outcome] ? inArray(item.state, [...STATES_OF[outcome]]) : undefined),
    }),
  },
  search: null,
  orders: { position: "id" },
  defaultSort: "position asc",
  pageSize: 25,
});

export type JobItemRow = RowOf<typeof jobItemsList>;
