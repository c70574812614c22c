import { isNotNull } from "drizzle-orm";
import { bigserial, index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";

/** Every change that somebody made through the console: only ever added to (a trigger refuses the rest). */
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
    /** The flag of the function that the change belongs to; null: only the owner and the person themselves read of it. */
    flag: text("flag").$type<Flag>(),
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
