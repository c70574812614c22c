import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * Every attempt to sync a person to Agora. A row is `waiting` from its request until it is `synced` or `failed`, and locks the person:
 * another request in between returns the same attempt.
 */
export const syncAttempts = pgTable(
  "sync_attempts",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    state: text("state").$type<"waiting" | "synced" | "failed">().notNull(),
    /** Counts the person's states that were sent; part of the idempotency key. Null until something is sent. */
    version: integer("version"),
    /** Digest of what is sent. */
    digest: text("digest"),
    /** Why it failed. */
    message: text("message"),
    /** Agora's own id of the person. */
    agoraId: text("agora_id"),
    requestedById: text("requested_by_id").notNull(),
    requestedByName: text("requested_by_name").notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    jobId: uuid("job_id"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_waiting_sync_per_customer")
      .on(table.shop, table.customerId)
      .where(sql`state = 'waiting'`),
    index("syncs_of_a_customer").on(table.shop, table.customerId, table.requestedAt.desc().nullsFirst()),
    index("syncs_of_a_job").on(table.shop, table.jobId),
  ],
);
