import { pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Acceptances in progress: intents whose row is deleted when they end. The primary key allows one per
 * invitation, so the row is the lock.
 */
export const invitationAcceptances = pgTable(
  "invitation_acceptances",
  {
    shop: text("shop").notNull(),
    invitationId: uuid("invitation_id").notNull(),
    linkId: uuid("link_id").notNull(),
    /** The names as the person entered them. */
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** The tags that the customer gets, as of the admission. */
    tags: text("tags").array().notNull(),
    attempt: uuid("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.invitationId] })],
);

/** Why Shopify refused the registration of a person: the outcome of their latest attempt. There are few. */
export const invitationRefusals = pgTable(
  "invitation_refusals",
  {
    shop: text("shop").notNull(),
    invitationId: uuid("invitation_id").notNull(),
    /** In Shopify's words. */
    reason: text("reason").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.invitationId] })],
);
