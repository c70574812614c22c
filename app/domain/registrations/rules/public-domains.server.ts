import { domainToASCII } from "node:url";
import mailProviders from "email-providers";
import { badRequest } from "~/platform/errors";

const PUBLIC = new Set(mailProviders);

/** Universities have their mail with providers, too, and some stand in such lists; these endings are given to schools alone. */
const ACADEMIC = /\.(edu|ac)(\.[a-z]{2})?$/;

/**
 * The domains of a rule as they are kept: in the letters that go over the wire, each once.
 * @throws 400 for a domain where anybody can have an address, and for one below it
 */
export function keptDomains(domains: readonly string[]): string[] {
  const kept = [...new Set(domains.map(inAscii))];
  for (const entry of kept) {
    const isPublic = parentsOf(entry.replace(/^\*\./, "")).find(
      (domain) => PUBLIC.has(domain) && !ACADEMIC.test(domain),
    );
    if (isPublic)
      throw badRequest(
        `Anybody can have an address at ${isPublic}, so a rule cannot approve by it. Name the domain of a school or an employer.`,
        { domains: `${isPublic} is a public mail domain` },
      );
  }
  return kept;
}

/** `münchen.example` is `xn--mnchen-3ya.example` in an address. */
const inAscii = (entry: string) =>
  entry.startsWith("*.") ? `*.${domainToASCII(entry.slice(2))}` : domainToASCII(entry);

/** `a.b.c` and what it lies below: `b.c`. */
function parentsOf(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}
