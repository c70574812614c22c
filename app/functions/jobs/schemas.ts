import { z } from "zod";
import { fileShape } from "~/core/files/schemas";
import { ITEM_STATES, JOB_STATES } from "~/platform/jobs/states";
import { NOTICE_LEVELS } from "~/platform/notice";
import { OUTCOMES } from "./outcomes";

export const count = z.number().int();

export const id = z.uuid("must be the id of a job");

export const outcome = z.enum(OUTCOMES, `must be one of: ${OUTCOMES.join(", ")}`).default("all");

/** Instant, ISO 8601. */
const instant = z.string();

export const job = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  total: count,
  done: count,
  failed: count,
  /** Rows for which there was nothing to do. */
  skipped: count,
  /** How it ended, in words; null until then. */
  outcome: z.object({ level: z.enum(NOTICE_LEVELS), text: z.string(), canUndo: z.boolean() }).nullable(),
  /** Whether what it has done can be undone here. */
  canUndo: z.boolean(),
  /** A message about the whole job. */
  message: z.string().nullable(),
  startedBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  finishedAt: instant.nullable(),
  cancelRequested: z.boolean(),
  /** Whether it can be canceled and paused while it runs. False when all rows were dispatched at its start. */
  canStop: z.boolean(),
  /** False when its rows were deleted because of its age. */
  hasRows: z.boolean(),
  /** Who paused it and when. A running job stops a moment later. */
  paused: z.object({ by: z.string(), at: instant }).nullable(),
  /** The file that the job created. Null without one, and after it has expired. */
  file: fileShape.nullable(),
});

export type JobRow = z.infer<typeof job>;

export const jobItem = z.object({
  id: z.string(),
  /** In the job, counted from 1. The row of an imported file is in the label. */
  position: count,
  label: z.string(),
  state: z.enum(ITEM_STATES),
  message: z.string().nullable(),
  finishedAt: instant.nullable(),
});

export type JobItemRow = z.infer<typeof jobItem>;
