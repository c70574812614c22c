import { subDays } from "date-fns";
import { type SQL, sql } from "drizzle-orm";
import { isAnsweredSql } from "~/core/requests/messages.server";
import { type CustomerScope, type Narrowing, readStatusCounts } from "~/domain/customers/selection.server";
import { isoDateIn } from "~/platform/dates/instant";
import { SOON_DAYS } from "./expiry/expiry";
import { ANSWER_DAYS, type RegistrationNarrowing } from "./narrowing";
import { REGISTRATION_REQUEST } from "./questions/question-record.server";
import type { RegistrationRemark } from "./registration-row.server";
import { REGISTRATION_TABS, type Registration, type RegistrationTab } from "./status";

/** The customers with a registration of this kind in this tab. */
export const registrationScope = (
  registration: Registration,
  tab: RegistrationTab,
): CustomerScope<RegistrationRemark | null> => ({
  column: registration === "student" ? "student_status" : "staff_status",
  value: tab,
  countedAs: registration,
  remark: REMARKS[tab],
});

/** An instant as ISO 8601 text. */
const iso = (column: SQL) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * When Backroom last changed the customer after the question. Such a change isn't the customer's answer. Shopify's clock may be
 * some seconds ahead.
 */
const ownWrite = sql`(
  SELECT max(a.at) + interval '5 seconds'
    FROM audit_entries AS a
   WHERE a.shop = customers_of_shop.shop AND a.subject_type = 'customer' AND a.subject_id = customers_of_shop.id::text AND a.at > q.asked_at
     AND (a.action LIKE 'customer.%' OR a.action LIKE 'registration.decision%' OR a.action = 'registration.decided'))`;

const question = sql<RegistrationRemark | null>`(
  SELECT json_build_object('kind', 'question', 'id', q.id, 'text', q.text, 'by', q.asked_by_name, 'at', ${iso(sql`q.asked_at`)},
                           'answered', ${isAnsweredSql(sql`q.shop`, REGISTRATION_REQUEST.name, sql`q.id::text`)},
                           'changed', customers_of_shop.updated_at > greatest(q.asked_at, ${ownWrite}))
    FROM registration_questions AS q
   WHERE q.shop = customers_of_shop.shop AND q.customer_id = customers_of_shop.id AND q.state = 'open')`;

/** The last decision in effect. One that was undone isn't, so after the undo of an approval the rejection before it is shown again. */
const rejection = sql<RegistrationRemark | null>`(
  SELECT CASE WHEN d.to_status = 'disabled' THEN
           json_build_object('kind', 'rejected', 'reason', coalesce(d.reason->>'label', ''), 'note', coalesce(d.note, ''),
                             'by', d.decided_by_name, 'at', ${iso(sql`d.started_at`)}) END
    FROM registration_decisions AS d
   WHERE d.shop = customers_of_shop.shop AND d.customer_id = customers_of_shop.id AND d.state = 'done'
     AND d.undoes IS NULL
     AND NOT EXISTS (SELECT FROM registration_decisions AS u
                      WHERE u.shop = customers_of_shop.shop AND u.customer_id = customers_of_shop.id AND u.state = 'done'
                        AND u.undoes = d.id)
   ORDER BY d.started_at DESC LIMIT 1)`;

const setAside = sql<RegistrationRemark | null>`(
  SELECT json_build_object('kind', 'set aside', 'rule', s.rule_name, 'at', ${iso(sql`s.set_aside_at`)})
    FROM rule_set_asides AS s
   WHERE s.shop = customers_of_shop.shop AND s.customer_id = customers_of_shop.id)`;

/**
 * Backroom's own data that each tab shows beside Shopify's, as an expression over a row of `customers_of_shop`. It is evaluated
 * only for the rows of a page, each by an index.
 */
const REMARKS: Record<RegistrationTab, SQL<RegistrationRemark | null>> = {
  pending: setAside,
  waiting: question,
  approved: sql<null>`NULL::json`,
  disabled: rejection,
};

/** Whether the customer has answered the open question: a condition on a row of customers. @param table its name in the statement */
export const hasAnswered = (table: "customers" | "customers_of_shop"): SQL => {
  const customer = sql.raw(table);
  return sql`coalesce((SELECT ${isAnsweredSql(sql`q.shop`, REGISTRATION_REQUEST.name, sql`q.id::text`)}
    FROM registration_questions AS q
   WHERE q.shop = ${customer}.shop AND q.customer_id = ${customer}.id AND q.state = 'open'), false)`;
};

/**
 * Only customers whose registration has ended, or ends soon, by the shop's calendar, and only those who have answered the open question,
 * or haven't for a week. "Soon" begins today.
 */
export function narrowingOf({ ends, answer }: RegistrationNarrowing): Narrowing | undefined {
  if (!ends && !answer) return undefined;
  return {
    name: [ends, answer].filter(Boolean).join(" "),
    condition(shop) {
      const conditions: SQL[] = [];
      const today = isoDateIn(new Date(), shop.timeZone);
      if (ends === "expired") conditions.push(sql`end_date < ${today}::date`);
      if (ends === "soon")
        conditions.push(
          sql`(end_date >= ${today}::date AND end_date <= ${today}::date + ${sql.raw(String(SOON_DAYS))})`,
        );
      if (answer === "answered") conditions.push(hasAnswered("customers_of_shop"));
      if (answer === "overdue")
        conditions.push(
          sql`(asked_at <= ${subDays(new Date(), ANSWER_DAYS)} AND NOT ${hasAnswered("customers_of_shop")})`,
        );
      return sql.join(conditions, sql` AND `);
    },
  };
}

/** How many registrations of a kind each tab has. */
export async function readCounts(
  shop: string,
  registration: Registration,
): Promise<Record<RegistrationTab, number>> {
  const counts = await readStatusCounts(shop, registration);
  return Object.fromEntries(REGISTRATION_TABS.map((status) => [status, counts.get(status) ?? 0])) as Record<
    RegistrationTab,
    number
  >;
}
