import { and, eq } from "drizzle-orm";
import { deleteRowsOf, erasure, readCounts } from "~/core/erasure/erasure.server";
import { customerColumns, customerStatuses, keepReasons } from "~/domain/customers/hooks.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { openQuestionOn } from "./questions/question-record.server";
import { queueCandidates } from "./rules/matching.server";
import { registrationStatus, STATUS_NAMES, statusColumns, TAB_NAMES } from "./status";
import { registrationQuestions } from "./tables.server";

/**
 * The statuses of a customer's registrations in the mirror. A customer who is Pending in Shopify and has an open question is
 * `waiting` here.
 */
export const registrationColumns = customerColumns.handler({
  columns: [
    ["student_status", "text"],
    ["staff_status", "text"],
  ],
  read: ({ tags }) => statusColumns(tags),
  join: `LEFT JOIN registration_questions AS question
      ON question.shop = $1 AND question.customer_id = read.id AND question.state = 'open'`,
  initial: { asked_at: "question.asked_at" },
  stored: (value, row) =>
    `CASE WHEN ${value} IN ('pending', 'waiting')
          THEN CASE WHEN ${row === "new" ? "question" : "kept"}.asked_at IS NULL THEN 'pending' ELSE 'waiting' END
          ELSE ${value} END`,
  when: "student_status = 'pending' OR staff_status = 'pending'",
  onWrite: queueCandidates,
});

/** The status of each registration, for the customer's card. */
export const registrationStatuses = customerStatuses.handler(async (tx, shop, customerId, tags) => {
  const registered = REGISTERED.filter((kind) => kind.includes(tags));
  const question = registered.length > 0 && (await openQuestionOn(tx, shop, customerId));
  return registered.map(({ noun, registration }) => {
    const status = registrationStatus(tags, registration);
    if (status === "pending" && question) return { noun, status: TAB_NAMES.waiting };
    return { noun, status: status ? STATUS_NAMES[status] : "" };
  });
});

/** An import that is undone keeps customers who were asked a question. */
export const questionKeepReason = keepReasons.handler(async (tx, shop, customerId) => {
  const row = registrationQuestions;
  const questions = await tx.$count(row, and(eq(row.shop, shop), eq(row.customerId, customerId)));
  return questions > 0 ? "they were asked for information" : null;
});

/** Deletes decisions on the customer's registration, questions to them, and what the rules know about them. */
export const eraseRegistrations = erasure("registrations", {
  stage: 31,
  erase: (client, person) =>
    deleteRowsOf(client, person, [
      "registration_decisions",
      "registration_questions",
      "rule_candidates",
      "rule_set_asides",
    ]),
  report: (client, { shop, customerId }) =>
    readCounts(
      client,
      "SELECT count(*)::int AS decisions FROM registration_decisions WHERE shop = $1 AND customer_id = $2",
      [shop, customerId],
    ),
});
