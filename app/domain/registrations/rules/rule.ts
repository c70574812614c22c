import { z } from "zod";
import { REGISTRATIONS, type Registration } from "../status";

const MAX_DOMAINS = 50;

/** The message for an invalid entry. */
export const DOMAIN_PROBLEM =
  "must be a domain such as uni.example, or *.uni.example for the domains below it";

/** A whole domain name of two labels or more, in ASCII. */
const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `uni.example`, or `*.uni.example` for its subdomains, in lowercase and in ASCII. */
export const isDomainEntry = (entry: string): boolean => DOMAIN.test(entry.replace(/^\*\./, ""));

/** The characters of a domain in any script. With others, the URL below would have parts beside its host. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** An entry in ASCII, as in addresses: `xn--mnchen-3ya.example` for `münchen.example`. A text that isn't an entry is unchanged. */
export function entryInAscii(entry: string): string {
  const domain = entry.replace(/^\*\./, "");
  const url = `http://${domain}`;
  if (!DOMAIN_CHARACTERS.test(domain) || !URL.canParse(url)) return entry;
  return `${entry.slice(0, -domain.length)}${new URL(url).hostname}`;
}

/** The entries in a text, separated by lines or commas, in lowercase. */
export const domainEntriesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);

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
