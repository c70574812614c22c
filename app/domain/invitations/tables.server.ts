import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AudienceId } from "./audiences";
import type { InvitationState } from "./states";

/**
 * Everybody whom the store has invited: one row per person, audience and group, however often they were invited. While nothing was
 * heard from the person, `state` follows the latest mail by a trigger on `mails` (migrations `invitations_follow_mails` and `…_always`).
 */
export const invitations = pgTable(
  "invitations",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    audience: text("audience").$type<AudienceId>().notNull(),
    /** An event's or a user type's id; empty for audiences without groups. */
    groupId: text("group_id").notNull().default(""),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** What they get beside the tags of their audience and group. */
    additionalTags: text("additional_tags").array().notNull().default([]),
    /** Retirees only: the box "MTD Users". */
    isMtd: boolean("is_mtd").notNull().default(false),
    state: text("state").$type<InvitationState>().notNull().default("queued"),
    /** First time; a later invitation of the same person leaves it. */
    invitedAt: timestamp("invited_at", { withTimezone: true }).notNull(),
    invitedById: text("invited_by_id").notNull(),
    invitedByName: text("invited_by_name").notNull(),
    /** How often a mail was asked for, the first one included. */
    mailCount: integer("mail_count").notNull().default(0),
    /** The latest one's id. */
    mailId: uuid("mail_id"),
    /** When the latest one was asked for: the cooldown counts from here. */
    lastInvitedAt: timestamp("last_invited_at", { withTimezone: true }).notNull(),
    /** When the latest one was taken by the mail server. */
    sentAt: timestamp("sent_at", { withTimezone: true }),
    /** When a link of it was opened first since then. */
    deliveredAt: timestamp("delivered_at", { withTimezone: true }),
    bouncedAt: timestamp("bounced_at", { withTimezone: true }),
    /** Why the mail came to nothing: the mail server's own words, or a sentence. */
    lastError: text("last_error"),
    acceptedAt: timestamp("accepted_at", { withTimezone: true }),
    /** When the latest link runs out. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
    /** The customer that they became. */
    customerId: bigint("customer_id", { mode: "number" }),
    /** Of the request that asked for the latest mail; the same again asks for no second one. */
    operationId: text("operation_id").notNull(),
    /** Counts the changes of names and tags, so that two people editing them notice each other. */
    version: integer("version").notNull().default(1),
    /** What the search looks in, in lower case. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(email || ' ' || first_name || ' ' || last_name)`),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_invitation_per_person").on(
      table.shop,
      table.audience,
      table.groupId,
      sql`lower(${table.email})`,
    ),
    // With the state, and all that an expression is of, pages behind many others are found in the index alone.
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
    // Who registered, or came back: often few among many.
    index("invitations_of_audience_by_state").on(
      table.shop,
      table.audience,
      table.state,
      table.invitedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Small, because equal entries are kept once: an event's people are counted in it alone.
    index("invitations_counted").on(table.shop, table.audience, table.groupId, table.state),
    index("invitations_of_audience_by_name").on(
      table.shop,
      table.audience,
      sql`lower(${table.firstName} || ' ' || ${table.lastName})`,
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
    index("invitations_of_a_customer").on(table.shop, table.customerId).where(sql`customer_id IS NOT NULL`),
    index("invitations_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
  ],
);

/** The invitations of the transaction's shop, for the lists' searches: why, stands at `customersOfShop`. */
export const invitationsOfShop = pgView("invitations_of_shop").as((view) =>
  view.select().from(invitations).where(sql`${invitations.shop} = current_setting('app.shop')`),
);

/** The personal links of invitations. Only a hash of each is kept: the link itself stands in its mail alone. */
export const invitationLinks = pgTable(
  "invitation_links",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    invitationId: uuid("invitation_id").notNull(),
    /** SHA-256 of the link's token. */
    tokenHash: text("token_hash").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }),
    /** Taken back with its invitation, or dead since another link of it was used. */
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("invitation_link_by_token").on(table.shop, table.tokenHash),
    index("links_of_an_invitation").on(table.shop, table.invitationId),
  ],
);
