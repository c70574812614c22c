import { z } from "zod";
import { OUTCOMES } from "./outcomes";

/** The form of the list of jobs. */
export const jobsForm = z.object({ intent: z.enum(["pause", "resume"]), id: z.string() });

/** The form of a job's page. */
export const jobForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("retry") }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("pause") }),
  z.object({ intent: z.literal("resume") }),
  z.object({ intent: z.literal("download"), outcome: z.enum(OUTCOMES) }),
]);
