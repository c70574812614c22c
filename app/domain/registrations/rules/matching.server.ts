import { escapeLike } from "~/core/lists/search.server";
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

/** Prefilters a rule's customers by the search index, before `isAbout`. In `search_text` the address ends before the name. */
export const searchPatterns = (domains: readonly string[]): string[] =>
  domains.map((entry) => {
    const literal = escapeLike(entry.replace(/^\*/, ""));
    return entry.startsWith("*.") ? `%${literal} %` : `%@${literal} %`;
  });
