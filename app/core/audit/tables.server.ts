import { isNotNull } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";

/** Every change that was made in Backroom. Append-only: a trigger refuses updates and deletes. */
export const auditEntries = pgTable(
  "audit_entries",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    actorId: column.text("actor_id").notNull(),
    actorName: column.text("actor_name").notNull(),
    /** A key of `AuditActions`. */
    action: column.text("action").notNull(),
    subjectType: column.text("subject_type").notNull(),
    subjectId: column.text("subject_id").notNull(),
    before: column.jsonb("before"),
    after: column.jsonb("after"),
    /** The job that the change was part of. */
    jobId: column.text("job_id"),
    /** The flag of the function that the change belongs to. Null: only the owner and its author can read it. */
    flag: column.text("flag").$type<Flag>(),
    /** The tabs of the function that show it. Null: administrators with a tab limit on the function can't read it. */
    tabs: column.text("tabs").array(),
    /** Salts `contentDigest`, so that it reveals nothing after an erasure. Null for an entry whose content was erased. */
    salt: column.uuid("salt"),
    /** Of what may have to be erased: the subject, before and after. Both digests are set by a trigger when the entry is added. */
    contentDigest: column.text("content_digest"),
    /** Of all the rest, with `contentDigest`: what the seals go over. */
    digest: column.text("digest"),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    /** 1, 2, 3 … without gaps. */
    number: column.integer("number").notNull(),
    /** The entries' ids, as PostgreSQL writes an `int8multirange`. */
    ids: column.text("ids").notNull(),
    entries: column.integer("entries").notNull(),
    mark: column.text("mark").notNull(),
    /** The key of the mark. Null for the first one. A seal is never rewritten, also when its key is replaced. */
    keyId: column.text("key_id"),
    sealedAt: column.timestamp("sealed_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.number] })],
);

/** What the latest proof of a shop's entries found. */
export const auditProofs = pgTable("audit_proofs", (column) => ({
  shop: column.text("shop").primaryKey(),
  at: column.timestamp("at", { withTimezone: true }).notNull(),
  entries: column.integer("entries").notNull(),
  /** Entries whose content was erased because the law asked for it. */
  erased: column.integer("erased").notNull(),
  faults: column.jsonb("faults").$type<AuditFault[]>().notNull(),
}));

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
