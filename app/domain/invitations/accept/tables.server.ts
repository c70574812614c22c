import { pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Acceptances that are being carried out: the person has pressed the button, and the store has to follow. At most one per
 * invitation, so the row is the lock. It goes when the invitation is accepted, or when it is certain that nothing was done.
 */
export const invitationAcceptances = pgTable(
  "invitation_acceptances",
  {
    shop: text("shop").notNull(),
    invitationId: uuid("invitation_id").notNull(),
    linkId: uuid("link_id").notNull(),
    /** As the person wrote them. */
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** What the customer gets, as it stood when the person was admitted. */
    tags: text("tags").array().notNull(),
    /** Who works on it: each process that takes it up writes another. */
    attempt: uuid("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.invitationId] })],
);
