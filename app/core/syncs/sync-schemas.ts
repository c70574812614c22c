import { z } from "zod";
import { JOB_STATES } from "~/platform/jobs/states";
import { LOG_LEVELS } from "./sync";

/** A sync as the calls of a function answer it. */
export const syncAnswer = z.object({
  /** In words: "Completed, 2 failed". */
  status: z.string(),
  state: z.enum(JOB_STATES),
  displayName: z.string(),
  /** Names its log. It is also the id of its job. */
  fileName: z.string(),
  /** In seconds since it was started or last retried, up to now while it runs. */
  duration: z.number().int(),
  /** 0 to 100. One that failed or was canceled stays where it ended. */
  progress: z.number().int(),
  /** How many steps failed. */
  failed: z.number().int(),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Why it, or its first failed step, failed. */
  reason: z.string().nullable(),
  /** What it did, in numbers: "1204 products sent". */
  notes: z.array(z.string()),
});
export type SyncAnswer = z.infer<typeof syncAnswer>;

/** A line of a sync's log as the calls of a function answer it. */
export const syncLineAnswer = z.object({
  id: z.number().int(),
  functionName: z.string(),
  logLevel: z.enum(LOG_LEVELS),
  msg: z.string(),
  date: z.string(),
});
export type SyncLineAnswer = z.infer<typeof syncLineAnswer>;

/** The name of a sync's log: its id, never a path. */
export const syncFileName = z.string().max(100, "must be the fileName of a sync");
