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
