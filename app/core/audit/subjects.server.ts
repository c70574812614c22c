import { sql } from "drizzle-orm";
import { auditSubject, readUuid, UUID_ID } from "./audit-subject.server";

/** The shop as a whole. */
export const shopSubject = auditSubject("shop", {
  id: { type: "text", pattern: "." },
  nameless: "The whole shop",
});

export const administratorSubject = auditSubject("administrator", {
  id: { type: "text", pattern: "." },
  find: (shop, id) => sql`SELECT json_build_object('name', a.name) FROM administrators AS a
    WHERE a.shop = ${shop} AND a.id = ${id}`,
  nameless: "A former administrator",
  urlOf: (id) => `/access/${id}`,
});

export const jobSubject = auditSubject("job", {
  id: UUID_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', j.title) FROM jobs AS j
    WHERE j.shop = ${shop} AND j.id = ${id}`,
  readId: readUuid,
  nameless: "A job",
  urlOf: (id) => `/jobs/${id}`,
});
