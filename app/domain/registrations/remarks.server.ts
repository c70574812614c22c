import type { RegistrationTab } from "./status";

/** An instant as JSON carries it. */
const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * When the console itself last wrote to the person in the store, as far as it came after the question: such a change is no answer
 * of theirs. The store's clock may be some seconds ahead.
 */
const ownWrite = `(
  SELECT max(a.at) + interval '5 seconds'
    FROM audit_entries AS a
   WHERE a.shop = $1 AND a.subject_type = 'customer' AND a.subject_id = customers_of_shop.id::text AND a.at > q.asked_at
     AND (a.action LIKE 'customer.%' OR a.action LIKE 'registration.decision%' OR a.action = 'registration.decided'))`;

const question = `(
  SELECT json_build_object('kind', 'question', 'id', q.id, 'text', q.text, 'by', q.asked_by_name, 'at', ${iso("q.asked_at")},
                           'answered', customers_of_shop.updated_at > greatest(q.asked_at, ${ownWrite}))
    FROM registration_questions AS q
   WHERE q.shop = $1 AND q.customer_id = customers_of_shop.id AND q.state = 'open')`;

const rejection = `(
  SELECT CASE WHEN d.to_status = 'disabled' THEN
           json_build_object('kind', 'rejected', 'reason', coalesce(d.reason->>'label', ''), 'note', coalesce(d.note, ''),
                             'by', d.decided_by_name, 'at', ${iso("d.started_at")}) END
    FROM registration_decisions AS d
   WHERE d.shop = $1 AND d.customer_id = customers_of_shop.id AND d.state = 'done'
   ORDER BY d.started_at DESC LIMIT 1)`;

const setAside = `(
  SELECT json_build_object('kind', 'set aside', 'rule', s.rule_name, 'at', ${iso("s.set_aside_at")})
    FROM rule_set_asides AS s
   WHERE s.shop = $1 AND s.customer_id = customers_of_shop.id)`;

/**
 * What each tab shows of the console's own beside the store's data: an expression over a row of `customers_of_shop`, with the
 * shop as $1. It is read for the rows of a page alone, each by an index.
 */
export const REMARKS: Record<RegistrationTab, string> = {
  pending: setAside,
  waiting: question,
  approved: "NULL::json",
  disabled: rejection,
};
