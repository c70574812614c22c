import { z } from "zod";
import { MAIL_STATES } from "./mail-text";

/**
 * An email with a job's result, as the job's page and the report's page show it. A contract's schema: server modules read it
 * (mail-results.server.ts).
 */
export const jobMail = z.object({
  to: z.string(),
  /** Null when none was queued. */
  state: z.enum(MAIL_STATES).nullable(),
  /** Why it didn't arrive, in a sentence or in the mail server's words. Null when it did, and while it is on its way. */
  problem: z.string().nullable(),
});

export type JobMail = z.infer<typeof jobMail>;
