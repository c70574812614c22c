export const MAX_DOMAINS = 50;

/** The message for an invalid entry. */
export const DOMAIN_PROBLEM =
  "must be a domain such as uni.example, or *.uni.example for the domains below it";

/** A whole domain name of two labels or more, in ASCII. */
const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `uni.example`, or `*.uni.example` for its subdomains, in lowercase. */
export const isDomainEntry = (entry: string): boolean => DOMAIN.test(entry.replace(/^\*\./, ""));

/** The entries in a text, separated by lines or commas, in lowercase. */
export const domainEntriesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
