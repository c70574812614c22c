import { pgTable } from "drizzle-orm/pg-core";

/** The keys that have encrypted and signed, by fingerprint. The keys themselves are only in the environment. */
export const secretKeys = pgTable("secret_keys", (column) => ({
  keyId: column.text("key_id").primaryKey(),
  /** 1, 2, 3 …: in the order in which they came into use. */
  number: column.integer("number").notNull().unique(),
  firstSeenAt: column.timestamp("first_seen_at", { withTimezone: true }).notNull().defaultNow(),
  /** When the next one came into use. From then on, it signs nothing. */
  retiredAt: column.timestamp("retired_at", { withTimezone: true }),
  /** When it was declared lost: what only it can decrypt is needed by nothing. */
  lostAt: column.timestamp("lost_at", { withTimezone: true }),
  /** Of a retired key: what verifies its signatures, encrypted with the key in use. */
  verifiers: column.text("verifiers"),
}));
