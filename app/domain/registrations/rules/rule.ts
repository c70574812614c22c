import { z } from "zod";
import { REGISTRATIONS, type Registration } from "../status";
import { DOMAIN_PROBLEM, entryInAscii, isDomainEntry } from "./domain-entry";

const MAX_DOMAINS = 50;

const domainEntry = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(entryInAscii)
  .refine(isDomainEntry, DOMAIN_PROBLEM);

/** A rule as the owner enters it. */
export const ruleWords = z.object({
  name: z.string().trim().min(1, "must not be empty").max(60, "must be at most 60 characters"),
  registration: z.enum(
    Object.keys(REGISTRATIONS) as [Registration, ...Registration[]],
    "must be student or staff",
  ),
  /** Only registrations with this school. Empty: all. */
  school: z.string().trim().max(255, "must be at most 255 characters").default(""),
  domains: z
    .array(domainEntry)
    .min(1, "must name at least one domain")
    .max(MAX_DOMAINS, `must be at most ${MAX_DOMAINS}`),
  /** The percentage that is left for manual review. */
  setAsideShare: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must be 0 to 100")
    .max(100, "must be 0 to 100"),
});

export type RuleWords = z.infer<typeof ruleWords>;

/** A rule as the calls return it. */
export const ruleShape = ruleWords.extend({
  id: z.string(),
  active: z.boolean(),
  version: z.number().int(),
});

export type Rule = z.infer<typeof ruleShape>;

/** The result of a rule's dry run. */
export const replayShape = z.object({
  /** How far back (days). */
  days: z.number().int(),
  /** Registrations that people decided on and that the rule would have approved. */
  wouldApprove: z.number().int(),
  /** Of these, how many people rejected. */
  rejectedByPeople: z.number().int(),
  /** Matching ones that it would have left for manual review. */
  setAside: z.number().int(),
  /** Of the registrations that are pending now: approved as soon as it is on, and left for manual review. */
  pendingNow: z.number().int(),
  pendingSetAside: z.number().int(),
  /** Some of those that administrators rejected, newest first. */
  examples: z.array(z.object({ name: z.string(), reason: z.string(), by: z.string(), at: z.string() })),
});

export type Replay = z.infer<typeof replayShape>;
