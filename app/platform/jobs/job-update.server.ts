import type { JobUpdate } from "../realtime/publish.server";
import { outcomeOf } from "./job-outcome";
import { progressOf } from "./progress";
import type { jobs } from "./tables.server";

/** What is published of a job: its state, its progress, and once it has ended its outcome. */
export const updateOf = (job: typeof jobs.$inferSelect): JobUpdate => ({
  id: job.id,
  state: job.state,
  ...progressOf(job),
  outcome: outcomeOf(job),
});
