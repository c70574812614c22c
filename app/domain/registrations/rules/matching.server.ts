import mailProviders from "email-providers";
import { escapeLike } from "~/core/lists/search.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import type { Registration } from "../status";

/** The mirror's column with a registration's status. */
export const STATUS_COLUMNS: Record<Registration, string> = {
  student: "student_status",
  staff: "staff_status",
};

/**
 * The SQL condition that a rule matches a customer: the domain of their address is one of the rule's (`*.x` matches the subdomains
 * of x), and the school is the rule's, where it names one.
 * @param rule alias of the row of `approval_rules`
 * @param person alias of the row of customers
 */
export const isAbout = (rule: string, person: string): string => `(
  EXISTS (SELECT 1 FROM unnest(${rule}.domains) AS entry
           WHERE CASE WHEN entry LIKE '*.%' THEN right(${domainOf(person)}, length(entry) - 1) = substr(entry, 2)
                      ELSE ${domainOf(person)} = entry END)
  AND (${rule}.school IS NULL
       OR lower(btrim(coalesce(${person}.metafields->>'stp.school', ''))) = lower(${rule}.school)))`;

const domainOf = (person: string) => `split_part(lower(coalesce(${person}.email, '')), '@', -1)`;

/** Whether a customer is in a rule's share for manual review. Deterministic. */
export const isSetAside = (rule: string, person: string): string =>
  `(('x' || substr(md5(${rule}.id::text || ':' || ${person}.id::text), 1, 7))::bit(28)::int % 100 < ${rule}.set_aside_share)`;

/** There is no earlier decision and no question. A rule must not undo or race administrators. */
export const isUntouched = (person: string): string => `(
  NOT EXISTS (SELECT 1 FROM registration_decisions AS d
               WHERE d.shop = ${person}.shop AND d.customer_id = ${person}.id AND d.state = 'done')
  AND NOT EXISTS (SELECT 1 FROM registration_questions AS q
                   WHERE q.shop = ${person}.shop AND q.customer_id = ${person}.id))`;

/**
 * The customers whose address may be of a rule's domains, found by the search index before `isAbout`. A query of its own: in one with the
 * rules' row-level security, LIKE couldn't use the index.
 * @param patterns the parameter with `searchPatterns`
 * @param condition on the customer
 */
export const customersLike = (patterns: string, condition: string): string =>
  `(SELECT * FROM customers_of_shop WHERE search_text LIKE ANY (${patterns}) AND ${condition} OFFSET 0)`;

/** In `search_text` the address ends before the name. */
export const searchPatterns = (domains: readonly string[]): string[] =>
  domains.map((entry) => {
    const literal = escapeLike(entry.replace(/^\*/, ""));
    return entry.startsWith("*.") ? `%${literal} %` : `%@${literal} %`;
  });

/** The task that applies rules to candidates. Its work is in `apply.server.ts`, which the mirror must not import. */
export const APPLY_RULES = "registrations.apply-rules";

/**
 * Queues customers who are now Pending in the mirror for the rules, in the transaction that wrote them. Does nothing without an
 * active rule.
 */
export async function queueCandidates(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  const { rowCount } = await tx.$client.query(
    `INSERT INTO rule_candidates (shop, customer_id)
     SELECT $1, id FROM unnest($2::bigint[]) AS id
      WHERE EXISTS (SELECT 1 FROM approval_rules WHERE shop = $1 AND active) ORDER BY id
     ON CONFLICT (shop, customer_id) DO UPDATE SET queued_at = clock_timestamp(), tries = 0`,
    [shop, customerIds],
  );
  if (rowCount) await requestTask({ name: APPLY_RULES }, shop, { tx });
}

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
