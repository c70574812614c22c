import { sql } from "drizzle-orm";
import { auditSubject, INTEGER_ID } from "~/core/audit/audit-subject.server";

export const eventSubject = auditSubject("event", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', e.name) FROM events AS e
    WHERE e.shop = ${shop} AND e.id = ${id}`,
  nameless: "A deleted event",
  urlOf: (id) => `/events/${id}/invites`,
});
