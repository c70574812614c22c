import { isNotNull } from "drizzle-orm";
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";

/** Every change that was made in Backroom. Append-only: a trigger refuses updates and deletes. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    /** A key of `AuditActions`. */
    action: text("action").notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    /** The job that the change was part of. */
    jobId: text("job_id"),
    /** The flag of the function that the change belongs to. Null: only the owner and its author can read it. */
    flag: text("flag").$type<Flag>(),
    /** The tabs of the function that show it. Null: administrators with a tab limit on the function can't read it. */
    tabs: text("tabs").array(),
    /** Salts `contentDigest`, so that it reveals nothing after an erasure. Null for an entry whose content was erased. */
    salt: uuid("salt"),
    /** Of what may have to be erased: the subject, before and after. Both digests are set by a trigger when the entry is added. */
    contentDigest: text("content_digest"),
    /** Of all the rest, with `contentDigest`: what the seals go over. */
    digest: text("digest"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("audit_by_subject").on(
      table.shop,
      table.subjectType,
      table.subjectId,
      table.id.desc().nullsFirst(),
    ),
    index("audit_by_actor").on(table.shop, table.actorId, table.id.desc().nullsFirst()),
    index("audit_by_action").on(table.shop, table.action, table.id.desc().nullsFirst()),
    index("audit_by_flag").on(table.shop, table.flag, table.id.desc().nullsFirst()),
    index("audit_by_job")
      .on(table.shop, table.jobId, table.id.desc().nullsFirst())
      .where(isNotNull(table.jobId)),
    index("audit_by_time").on(table.shop, table.at.desc().nullsFirst()),
  ],
);

/**
 * Seals over the entries, each over some that were added since the last one and over the seal before it, with a mark that cannot
 * be made from the database alone. See `seal.server.ts`.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    shop: text("shop").notNull(),
    /** 1, 2, 3 … without gaps. */
    number: integer("number").notNull(),
    /** The entries' ids, as PostgreSQL writes an `int8multirange`. */
    ids: text("ids").notNull(),
    entries: integer("entries").notNull(),
    mark: text("mark").notNull(),
    /** The key of the mark. Null for the first one. A seal is never rewritten, also when its key is replaced. */
    keyId: text("key_id"),
    sealedAt: timestamp("sealed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.number] })],
);

/** What the latest proof of a shop's entries found. */
export const auditProofs = pgTable("audit_proofs", {
  shop: text("shop").primaryKey(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  entries: integer("entries").notNull(),
  /** Entries whose content was erased because the law asked for it. */
  erased: integer("erased").notNull(),
  faults: jsonb("faults").$type<AuditFault[]>().notNull(),
});

/** A difference that shows that the audit log was changed outside Backroom. */
export interface AuditFault {
  /** The entry's id, or the seal's number. */
  where: string;
  what: string;
}

/** The result of a proof of the audit log. */
export interface AuditProof {
  entries: number;
  erased: number;
  faults: AuditFault[];
}
