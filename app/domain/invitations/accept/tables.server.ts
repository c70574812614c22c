import { pgTable, primaryKey } from "drizzle-orm/pg-core";

/**
 * Acceptances in progress: intents whose row is deleted when they end. The primary key allows one per
 * invitation, so the row is the lock.
 */
export const invitationAcceptances = pgTable(
  "invitation_acceptances",
  (column) => ({
    shop: column.text("shop").notNull(),
    invitationId: column.uuid("invitation_id").notNull(),
    linkId: column.uuid("link_id").notNull(),
    /** The names as the person entered them. */
    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    /** The tags that the customer gets, as of the admission. */
    tags: column.text("tags").array().notNull(),
    attempt: column.uuid("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.invitationId] })],
);

/** Why Shopify refused the registration of a person: the outcome of their latest attempt. There are few. */
export const invitationRefusals = pgTable(
  "invitation_refusals",
  (column) => ({
    shop: column.text("shop").notNull(),
    invitationId: column.uuid("invitation_id").notNull(),
    /** In Shopify's words. */
    reason: column.text("reason").notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.invitationId] })],
);
