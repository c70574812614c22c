export const MOST_DOMAINS = 50;

/** What is said of a text that is no entry. */
export const DOMAIN_PROBLEM =
  "must be a domain such as uni.example, or *.uni.example for the domains below it";

/** A whole domain name of two labels or more, in the letters that go over the wire. */
const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `uni.example`, or `*.uni.example` for what lies below it; in small letters. */
export const isDomainEntry = (entry: string): boolean => DOMAIN.test(entry.replace(/^\*\./, ""));

/** The entries in a text, one a line or parted by commas, in small letters. */
export const domainEntriesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
