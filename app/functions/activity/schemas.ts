import { z } from "zod";

export const activityEntry = z.object({
  id: z.string(),
  /** Instant, ISO 8601. */
  at: z.string(),
  who: z.object({ id: z.string(), name: z.string() }),
  /** The kind of change, and its label. */
  action: z.string(),
  what: z.string(),
  /** The changed record, with the `url` of its page. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.string(), url: z.string().nullable() }),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The job that the change was part of. */
  jobId: z.string().nullable(),
});

export type ActivityEntry = z.infer<typeof activityEntry>;
