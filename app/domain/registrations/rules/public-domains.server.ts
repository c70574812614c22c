import mailProviders from "email-providers";
import { badRequest } from "~/platform/errors";

const PUBLIC = new Set(mailProviders);

/** Some universities are in lists of mail providers. Only schools get these top-level domains. */
const ACADEMIC = /\.(edu|ac)(\.[a-z]{2})?$/;

/**
 * The domains of a rule as they are stored, without duplicates.
 * @throws 400 for a public email domain, and for its subdomains
 */
export function normalizeDomains(domains: readonly string[]): string[] {
  const entries = [...new Set(domains)];
  for (const entry of entries) {
    const isPublic = parentsOf(entry.replace(/^\*\./, "")).find(
      (domain) => PUBLIC.has(domain) && !ACADEMIC.test(domain),
    );
    if (isPublic)
      throw badRequest(
        `Anyone can have an address at ${isPublic}, so a rule can't approve by it. Name the domain of a school or an employer.`,
        { domains: `${isPublic} is a public email domain` },
      );
  }
  return entries;
}

/** `a.b.c` and its parent `b.c`. */
function parentsOf(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}
