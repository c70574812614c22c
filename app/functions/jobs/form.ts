import { z } from "zod";
import { OUTCOMES } from "./outcomes";

/** What a job's page posts. */
export const jobForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("retry") }),
  z.object({ intent: z.literal("download"), outcome: z.enum(OUTCOMES) }),
]);
