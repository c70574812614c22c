import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { AudienceId } from "./audiences";
import type { InvitationState } from "./states";

/**
 * The people that the store invited: one row per person, audience and group, however often they were invited. Until the person
 * acts, a trigger on `mails` sets `state` from the latest email.
 */
export const invitations = pgTable(
  "invitations",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    audience: column.text("audience").$type<AudienceId>().notNull(),
    /** An event's or a user type's id; empty for audiences without groups. */
    groupId: column.text("group_id").notNull().default(""),
    email: column.text("email").notNull(),
    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    /** Tags besides those of the audience and group. */
    additionalTags: column.text("additional_tags").array().notNull().default([]),
    /** Retirees only: the checkbox "MTD Users". */
    isMtd: column.boolean("is_mtd").notNull().default(false),
    state: column.text("state").$type<InvitationState>().notNull().default("queued"),
    /** The first invitation; resending doesn't change it. */
    invitedAt: column.timestamp("invited_at", { withTimezone: true }).notNull(),
    invitedById: column.text("invited_by_id").notNull(),
    invitedByName: column.text("invited_by_name").notNull(),
    /** The number of requested emails. */
    mailCount: column.integer("mail_count").notNull().default(0),
    /** The latest one's id. */
    mailId: column.uuid("mail_id"),
    /** When the latest one was requested; the cooldown starts here. */
    lastInvitedAt: column.timestamp("last_invited_at", { withTimezone: true }).notNull(),
    /** When the mail server accepted the latest one. */
    sentAt: column.timestamp("sent_at", { withTimezone: true }),
    /** When one of its links was first opened since then. */
    deliveredAt: column.timestamp("delivered_at", { withTimezone: true }),
    bouncedAt: column.timestamp("bounced_at", { withTimezone: true }),
    /** Why the email failed: the mail server's message, or a sentence. */
    lastError: column.text("last_error"),
    acceptedAt: column.timestamp("accepted_at", { withTimezone: true }),
    /** When the latest link expires. */
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
    revokedAt: column.timestamp("revoked_at", { withTimezone: true }),
    /** Since when they have waited for a place. Kept when they get one, so that moving them back restores their turn. */
    waitingAt: column.timestamp("waiting_at", { withTimezone: true }),
    /** When they declined, or their latest registration ended: it was canceled, or moved to the waiting list. */
    canceledAt: column.timestamp("canceled_at", { withTimezone: true }),
    /** The customer that they became. */
    customerId: column.bigint("customer_id", { mode: "number" }),
    /** The operation id of the latest email; repeating it sends no second one. */
    operationId: column.text("operation_id").notNull(),
    /** Incremented by each change of names and tags, to detect concurrent edits. */
    version: column.integer("version").notNull().default(1),
    /** The lowercase search text. */
    searchText: column
      .text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(email || ' ' || first_name || ' ' || last_name)`),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_invitation_per_person").on(
      table.shop,
      table.audience,
      table.groupId,
      sql`lower(${table.email})`,
    ),
    // The state and all indexed expressions are included, so that deep pages need only the index.
    index("invitations_by_time").on(
      table.shop,
      table.audience,
      table.groupId,
      table.invitedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.state,
    ),
    index("invitations_of_audience_by_time").on(
      table.shop,
      table.audience,
      table.invitedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.state,
    ),
    // Registered or bounced: often few rows among many.
    index("invitations_of_audience_by_state").on(
      table.shop,
      table.audience,
      table.state,
      table.invitedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Deduplicated entries keep this index small; it alone answers an event's counts.
    index("invitations_counted").on(table.shop, table.audience, table.groupId, table.state),
    index("invitations_of_audience_by_name").on(
      table.shop,
      table.audience,
      nameOrder(sql`${table.firstName} || ' ' || ${table.lastName}`),
      table.id,
      table.state,
      table.firstName,
      table.lastName,
    ),
    index("invitations_of_audience_by_email").on(
      table.shop,
      table.audience,
      sql`lower(${table.email})`,
      table.id,
      table.state,
      table.email,
    ),
    index("invitations_by_mail").on(table.shop, table.mailId),
    index("invitations_to_expire")
      .on(table.shop, table.expiresAt)
      .where(sql`state IN ('queued', 'sent', 'delivered', 'bounced')`),
    index("invitations_waiting")
      .on(table.shop, table.audience, table.groupId, table.waitingAt, table.id)
      .where(sql`state = 'waiting'`),
    index("invitations_canceled")
      .on(table.shop, table.audience, table.customerId)
      .where(sql`canceled_at IS NOT NULL`),
    index("invitations_of_a_customer").on(table.shop, table.customerId).where(sql`customer_id IS NOT NULL`),
    index("invitations_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
  ],
);

/** The invitations of the transaction's shop, for searches; `customersOfShop` explains why. */
export const invitationsOfShop = pgView("invitations_of_shop").as((view) =>
  view.select().from(invitations).where(sql`${invitations.shop} = current_setting('app.shop')`),
);

/** Personal links of invitations. The link itself is only in its email. */
export const invitationLinks = pgTable(
  "invitation_links",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    invitationId: column.uuid("invitation_id").notNull(),
    /** SHA-256 of the link's token. Earlier versions look a link up by it. */
    tokenHash: column.text("token_hash").notNull(),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
    usedAt: column.timestamp("used_at", { withTimezone: true }),
    /** Revoked with its invitation, or by the use of another link. */
    revokedAt: column.timestamp("revoked_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("invitation_link_by_token").on(table.shop, table.tokenHash),
    index("links_of_an_invitation").on(table.shop, table.invitationId),
  ],
);
