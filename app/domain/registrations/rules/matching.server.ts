import type { Registration } from "../status";

/** The column of the mirror that says where a registration stands. */
export const STATUS_COLUMNS: Record<Registration, string> = {
  student: "student_status",
  staff: "staff_status",
};

/**
 * The condition that a rule is about a person, in SQL: the domain of their address is one of the rule's (`*.x` is what lies below
 * x), and the school is the rule's, where it names one.
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

/** Whether a person is among a rule's share for people to look at: the same every time it is asked. */
export const isSetAside = (rule: string, person: string): string =>
  `(('x' || substr(md5(${rule}.id::text || ':' || ${person}.id::text), 1, 7))::bit(28)::int % 100 < ${rule}.set_aside_share)`;

/** Nobody has decided on the person, nor asked them: a rule does not undo, or race, what people do. */
export const isUntouched = (person: string): string => `(
  NOT EXISTS (SELECT 1 FROM registration_decisions AS d
               WHERE d.shop = ${person}.shop AND d.customer_id = ${person}.id AND d.state = 'done')
  AND NOT EXISTS (SELECT 1 FROM registration_questions AS q
                   WHERE q.shop = ${person}.shop AND q.customer_id = ${person}.id))`;

/** What the index of the search finds a rule's people by, before `isAbout` looks closer: an address ends before the name. */
export const searchPatterns = (domains: readonly string[]): string[] =>
  domains.map((entry) => {
    const literal = entry.replace(/^\*/, "").replace(/[\\%_]/g, "\\$&");
    return entry.startsWith("*.") ? `%${literal} %` : `%@${literal} %`;
  });
