import { entryInAscii, isDomainEntry } from "~/domain/registrations/rules/domain-entry";
import { cleanIdentifier } from "~/platform/text/identifier";

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
