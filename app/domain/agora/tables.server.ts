import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Every attempt to sync a person to Agora. A row is `waiting` from its request until it is `synced` or `failed`, and locks the person:
 * another request in between returns the same attempt.
 */
export const syncAttempts = pgTable(
  "sync_attempts",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    state: column.text("state").$type<"waiting" | "synced" | "failed">().notNull(),
    /** Counts the person's states that were sent; part of the idempotency key. Null until something is sent. */
    version: column.integer("version"),
    /** Digest of what is sent. */
    digest: column.text("digest"),
    /** Why it failed. */
    message: column.text("message"),
    /** Agora's own id of the person. */
    agoraId: column.text("agora_id"),
    requestedById: column.text("requested_by_id").notNull(),
    requestedByName: column.text("requested_by_name").notNull(),
    requestedAt: column.timestamp("requested_at", { withTimezone: true }).notNull(),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    jobId: column.uuid("job_id"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_waiting_sync_per_customer")
      .on(table.shop, table.customerId)
      .where(sql`state = 'waiting'`),
    index("syncs_of_a_customer").on(table.shop, table.customerId, table.requestedAt.desc().nullsFirst()),
    index("syncs_of_a_job").on(table.shop, table.jobId),
  ],
);
