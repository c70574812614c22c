import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { EntrantState, PlaceState } from "./entrants/states";

/** A shop's giveaways. Deleted ones are kept so that they can be restored with their entrants. */
export const giveaways = pgTable(
  "giveaways",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: column.integer("id").notNull(),
    name: column.text("name").notNull(),
    description: column.text("description"),
    /** The first and last registration day in the shop's calendar; null for no limit. */
    startDay: column.date("start_day", { mode: "string" }),
    endDay: column.date("end_day", { mode: "string" }),
    /** The maximum number of registrations; null for no limit. */
    registrationCount: column.integer("registration_count"),
    /** The number of registrations. It never decreases and is the latest entrant's number. */
    registered: column.integer("registered").notNull().default(0),
    /** The number of draws. */
    drawn: column.integer("drawn").notNull().default(0),
    /** Set by the first draw, which closes registration. */
    closedAt: column.timestamp("closed_at", { withTimezone: true }),
    /** The last part of its public URL. */
    key: column.text("key").notNull(),
    isDeleted: column.boolean("is_deleted").notNull().default(false),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    createdById: column.text("created_by_id").notNull(),
    createdByName: column.text("created_by_name").notNull(),
    /** Incremented by each change, to detect concurrent edits. */
    version: column.integer("version").notNull().default(1),
    /** Chosen by the caller; repeating it creates no second giveaway. */
    operationId: column.uuid("operation_id").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_giveaway_per_operation").on(table.shop, table.operationId),
    uniqueIndex("giveaway_by_key").on(table.shop, table.key),
    index("giveaways_by_name").on(table.shop, nameOrder(table.name), table.id),
    index("giveaways_by_creation").on(
      table.shop,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/**
 * The entrants of a giveaway: one row per address. Erasure keeps the number, the tickets and the digest, so that draws can still
 * be verified.
 */
export const giveawayEntrants = pgTable(
  "giveaway_entrants",
  (column) => ({
    shop: column.text("shop").notNull(),
    giveawayId: column.integer("giveaway_id").notNull(),
    /** Counted from 1 in each giveaway, in registration order. */
    number: column.integer("number").notNull(),
    /** As entered; null after erasure. */
    email: column.text("email"),
    /** Normalized for comparison; null after erasure. */
    address: column.text("address"),
    /**
     * The address without its plus-alias: `ana+drill@x.example` is `ana@x.example`. A column, because row-level security keeps
     * `regexp_replace` from an index.
     */
    mailbox: column
      .text("mailbox")
      .generatedAlwaysAs(sql.raw(`regexp_replace(address, '^([^+@]+)\\+[^@]*@', '\\1@')`)),
    /** For the rule of one entry per mailbox: aliases at the large providers are one. */
    foldedMailbox: column.text("folded_mailbox").generatedAlwaysAs(sql`fold_mailbox(address)`),
    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    /** The number of tickets in a draw. */
    weight: column.integer("weight").notNull().default(1),
    state: column.text("state").$type<EntrantState>().notNull().default("registered"),
    /** Why they were disqualified or reinstated. Null when they withdrew. */
    reason: column.text("reason"),
    registeredAt: column.timestamp("registered_at", { withTimezone: true }).notNull(),
    /** Prevents guessing the address from the digest; null after erasure. */
    salt: column.text("salt"),
    /** SHA-256 of salt and address, which identifies the entrant in a draw. */
    digest: column.text("digest").notNull(),
    version: column.integer("version").notNull().default(1),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.giveawayId, table.number] }),
    uniqueIndex("one_entry_per_address").on(table.shop, table.giveawayId, table.address),
    index("entrants_by_folded_mailbox").on(table.shop, table.giveawayId, table.foldedMailbox),
    index("entrants_by_mailbox").on(table.shop, table.giveawayId, table.mailbox),
    index("entrants_by_address").on(table.shop, table.address),
    index("disqualified_entrants")
      .on(table.shop, table.giveawayId, table.number)
      .where(sql`${table.state} = 'disqualified'`),
  ],
);

/** No longer used: `public_entries` has what waits for a confirmation. An earlier build may still write it while an update runs. */
export const giveawayEntryRequests = pgTable(
  "giveaway_entry_requests",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The id of the personal link. */
    id: column.uuid("id").notNull(),
    giveawayId: column.integer("giveaway_id").notNull(),
    /** As entered. */
    email: column.text("email").notNull(),
    /** Normalized for comparison. */
    address: column.text("address").notNull(),
    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    /** When the latest email with the link was queued. */
    mailedAt: column.timestamp("mailed_at", { withTimezone: true }).notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
    /** The number of the entry; null until it is confirmed. */
    number: column.integer("number"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_entry_request_per_address").on(table.shop, table.giveawayId, table.address),
    index("entry_requests_by_address").on(table.shop, table.address),
    index("entry_requests_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/** The sealed seed of each future draw, created before its entries can be known. */
export const giveawaySeeds = pgTable(
  "giveaway_seeds",
  (column) => ({
    shop: column.text("shop").notNull(),
    giveawayId: column.integer("giveaway_id").notNull(),
    /** The number of the draw, from 1. */
    draw: column.integer("draw").notNull(),
    sealed: column.text("sealed").notNull(),
    /** SHA-256 of the seed, public from the start. */
    commitment: column.text("commitment").notNull(),
    committedAt: column.timestamp("committed_at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.giveawayId, table.draw] })],
);

/** A draw with everything needed to verify it. Rows are immutable: a trigger and the role's grants enforce it. */
export const giveawayDraws = pgTable(
  "giveaway_draws",
  (column) => ({
    shop: column.text("shop").notNull(),
    giveawayId: column.integer("giveaway_id").notNull(),
    /** Counted from 1 in each giveaway. */
    number: column.integer("number").notNull(),
    seed: column.text("seed").notNull(),
    commitment: column.text("commitment").notNull(),
    committedAt: column.timestamp("committed_at", { withTimezone: true }).notNull(),
    /** SHA-256 of the ordered entries. */
    entriesDigest: column.text("entries_digest").notNull(),
    entries: column.integer("entries").notNull(),
    /** The total number of tickets. */
    tickets: column.bigint("tickets", { mode: "number" }).notNull(),
    winners: column.integer("winners").notNull(),
    alternates: column.integer("alternates").notNull(),
    /** Whether winners of other giveaways could win again. */
    repeatWinners: column.boolean("repeat_winners").notNull(),
    /** Why another draw was made. */
    reason: column.text("reason"),
    /** The entrants' numbers in drawing order: first the winners, then the alternates. */
    result: column.jsonb("result").$type<number[]>().notNull(),
    drawnAt: column.timestamp("drawn_at", { withTimezone: true }).notNull(),
    drawnById: column.text("drawn_by_id").notNull(),
    drawnByName: column.text("drawn_by_name").notNull(),
    jobId: column.uuid("job_id").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.giveawayId, table.number] })],
);

/** The entries of a draw, immutable and without personal data. */
export const giveawayDrawEntries = pgTable(
  "giveaway_draw_entries",
  (column) => ({
    shop: column.text("shop").notNull(),
    giveawayId: column.integer("giveaway_id").notNull(),
    draw: column.integer("draw").notNull(),
    /** The entrant's number. */
    number: column.integer("number").notNull(),
    weight: column.integer("weight").notNull(),
    digest: column.text("digest").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.giveawayId, table.draw, table.number] })],
);

/** The current state of each drawn entrant. The draw itself never changes. */
export const giveawayPlaces = pgTable(
  "giveaway_places",
  (column) => ({
    shop: column.text("shop").notNull(),
    giveawayId: column.integer("giveaway_id").notNull(),
    draw: column.integer("draw").notNull(),
    /** From 1, in drawing order. */
    rank: column.integer("rank").notNull(),
    /** The entrant's number. */
    number: column.integer("number").notNull(),
    state: column.text("state").$type<PlaceState>().notNull(),
    /** The previous state of an entrant who is out. */
    wasState: column.text("was_state").$type<"winner" | "alternate">(),
    /** The rank of the winner that they replaced. */
    movedUpFor: column.integer("moved_up_for"),
    reason: column.text("reason"),
    changedAt: column.timestamp("changed_at", { withTimezone: true }),
    changedByName: column.text("changed_by_name"),
    /** The email that notified them. */
    mailId: column.uuid("mail_id"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.giveawayId, table.draw, table.rank] }),
    index("places_of_entrants").on(table.shop, table.giveawayId, table.number),
    // Before the email to a winner is sent, their place is looked up by it.
    index("places_by_mail").on(table.shop, table.mailId).where(sql`mail_id IS NOT NULL`),
  ],
);
