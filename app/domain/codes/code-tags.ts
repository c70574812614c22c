import { isReservedTag } from "~/domain/customers/reserved-tags";
import { parseTags } from "~/domain/invitations/parse-tags";
import { entryInAscii, isDomainEntry } from "~/domain/registrations/rules/domain-entry";
import { cleanIdentifier } from "~/platform/text/identifier";

/** How long the text with a code's tags is at most, in characters. */
export const MAX_TAGS_LENGTH = 8_000;

/** Shopify's limits: 255 characters of a tag, and 250 tags of a customer, of which some are needed for others. */
const MAX_TAG_LENGTH = 255;

const MAX_TAGS = 200;

/** Why a text with tags, separated by commas, can't be the tags of a code; undefined when it can. */
export function codeTagsProblem(text: string): string | undefined {
  const tags = parseTags(text);
  if (text.length > MAX_TAGS_LENGTH)
    return `Enter at most ${MAX_TAGS_LENGTH.toLocaleString("en-US")} characters of tags.`;
  if (tags.length > MAX_TAGS) return `Enter at most ${MAX_TAGS} tags. A customer in Shopify has at most 250.`;
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH))
    return `A tag has at most ${MAX_TAG_LENGTH} characters. Separate tags with commas.`;
  const reserved = tags.find(isReservedTag);
  return reserved && `The tag ${reserved} grants something of its own. Remove it from the code.`;
}

/** Lowercase letters and digits, with hyphens between. */
const HANDLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** True for a handle such as `guest-events`. */
export const isPartnerHandle = (text: string): boolean => HANDLE.test(text);

/** The realtime list of registration codes. */
export const CODES_LIST = "registration-codes";

/** The choices of the status filter. Codes are inactive after their last day. */
export const EXPIRATION_FILTERS = ["Active", "Inactive", "All"] as const;
export type ExpirationFilter = (typeof EXPIRATION_FILTERS)[number];

/** The statuses of a registration code. */
export const CODE_STATUSES = ["Active", "Scheduled", "Used Up", "Expired", "Deactivated"] as const;
export type CodeStatus = (typeof CODE_STATUSES)[number];

/** The figures that a code's status follows from. Days are YYYY-MM-DD in the shop's calendar. */
export interface CodeFigures {
  startDay: string;
  endDay: string;
  maxCount: number | null;
  currentCount: number;
  deactivatedAt: Date | string | null;
}

/** The status of a code on a day of the shop's calendar. Its last day is the last one on which it can be used. */
export function codeStatus(code: CodeFigures, today: string): CodeStatus {
  if (today > code.endDay) return "Expired";
  if (code.deactivatedAt) return "Deactivated";
  if (today < code.startDay) return "Scheduled";
  return code.maxCount !== null && code.currentCount >= code.maxCount ? "Used Up" : "Active";
}

/** How many domains a code has at most. */
export const MAX_EMAIL_DOMAINS = 500;

/** The message for a text that isn't a domain. */
export const EMAIL_DOMAIN_PROBLEM =
  "isn't a domain. Enter a domain such as uni.example, or *.uni.example for the domains below it.";

/** A domain as it is stored: in lowercase and in ASCII, without an @ before it. */
const normalizedDomain = (text: string): string =>
  entryInAscii(cleanIdentifier(text).toLowerCase().replace(/^@/, ""));

/** Domains as they are stored: each once, sorted, without empty ones. */
export const normalizedDomains = (domains: readonly string[]): string[] =>
  [...new Set(domains.map(normalizedDomain).filter(Boolean))].sort();

/** Why a text isn't a domain, as a sentence; undefined for a domain and for an empty text, which isn't saved. */
export function emailDomainProblem(text: string): string | undefined {
  const domain = normalizedDomain(text);
  return domain === "" || isDomainEntry(domain) ? undefined : `“${text.trim()}” ${EMAIL_DOMAIN_PROBLEM}`;
}

/** True when an address may use a code with these domains: any address while there are none. */
export function isAllowedAddress(address: string, domains: readonly string[]): boolean {
  const domain = entryInAscii(address.slice(address.lastIndexOf("@") + 1).toLowerCase());
  return (
    domains.length === 0 ||
    domains.some((entry) => (entry.startsWith("*.") ? domain.endsWith(entry.slice(1)) : domain === entry))
  );
}

/** How long a registration code is at most. */
export const MAX_CODE_LENGTH = 40;

/** The highest Spend Limit and Max Count: 8 digits. */
export const MAX_COUNT = 99_999_999;

/** How many digits their inputs take. */
export const MAX_COUNT_DIGITS = 8;

/** How long a partner's handle and name are at most. */
export const MAX_PARTNER_LENGTH = 100;

export const MAX_PARTNERS = 200;

export const HANDLE_NOT_VALID =
  "Enter the handle in lowercase letters and digits, with hyphens between, such as guest-events.";
export const PARTNER_NAME_NOT_VALID = "Enter the partner's name, at most 100 characters.";
