import { erasure, lowerCaseContacts, type Person, readCounts } from "~/core/erasure/erasure.server";
import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import { RENEWABLE_DAYS } from "./limits";

export const removeRequestLinks = definePruning({
  name: "requests.remove-links",
  cron: "50 3 * * *",
  what: "Links of customers' requests that can no longer be renewed",
  days: RENEWABLE_DAYS,
  rows: [{ table: "request_links", where: olderThan("expires_at", RENEWABLE_DAYS) }],
});

const OF_PERSON = "shop = $1 AND (customer_id = $2 OR email = ANY($3::text[]))";
const valuesOf = (person: Person) => [person.shop, person.customerId, lowerCaseContacts(person)];

/** Deletes what a customer was asked and answered. Their files are erased with all attachments. */
export const eraseRequestMessages = erasure("messages of requests", {
  stage: 83,
  async erase(client, person) {
    await client.query(`DELETE FROM request_messages WHERE ${OF_PERSON}`, valuesOf(person));
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS "messages of requests" FROM request_messages WHERE ${OF_PERSON}`,
      valuesOf(person),
    ),
});
