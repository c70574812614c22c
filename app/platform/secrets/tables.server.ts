import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The keys that have encrypted and signed, by fingerprint. The keys themselves are only in the environment. */
export const secretKeys = pgTable("secret_keys", {
  keyId: text("key_id").primaryKey(),
  /** 1, 2, 3 …: in the order in which they came into use. */
  number: integer("number").notNull().unique(),
  firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull().defaultNow(),
  /** When the next one came into use. From then on, it signs nothing. */
  retiredAt: timestamp("retired_at", { withTimezone: true }),
  /** When it was declared lost: what only it can decrypt is needed by nothing. */
  lostAt: timestamp("lost_at", { withTimezone: true }),
  /** Of a retired key: what verifies its signatures, encrypted with the key in use. */
  verifiers: text("verifiers"),
});
