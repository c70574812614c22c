import { deleteRowsOf, erasure, readCounts } from "~/core/erasure/erasure.server";

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
