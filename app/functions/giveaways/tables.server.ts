import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EntrantState, PlaceState } from "./entrants/states";

/** What a shop gives away. A deleted one is kept, so that it can come back with its entrants. */
export const giveaways = pgTable(
  "giveaways",
  {
    shop: text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: integer("id").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    /** The first and the last day on which one may register, in the shop's calendar; null: no such day. */
    startDay: date("start_day", { mode: "string" }),
    endDay: date("end_day", { mode: "string" }),
    /** How many may register; null for any number. */
    registrationCount: integer("registration_count"),
    /** How many have registered. It only grows, and is the number of the latest entrant. */
    registered: integer("registered").notNull().default(0),
    /** How many draws were made. */
    drawn: integer("drawn").notNull().default(0),
    /** Set by the first draw: nobody registers from then on. */
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** What its public address ends with. */
    key: text("key").notNull(),
    isDeleted: boolean("is_deleted").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    createdById: text("created_by_id").notNull(),
    createdByName: text("created_by_name").notNull(),
    /** Counts the changes, so that two people editing the giveaway notice each other. */
    version: integer("version").notNull().default(1),
    /** Made by whoever created it; the same id again creates no second giveaway. */
    operationId: uuid("operation_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_giveaway_per_operation").on(table.shop, table.operationId),
    uniqueIndex("giveaway_by_key").on(table.shop, table.key),
    index("giveaways_by_name").on(table.shop, sql`lower(${table.name})`, table.id),
    index("giveaways_by_creation").on(
      table.shop,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/**
 * Who registered for a giveaway: one row per address. Of somebody whose data were erased the number, the tickets and the digest
 * remain, so that the draws can still be run again.
 */
export const giveawayEntrants = pgTable(
  "giveaway_entrants",
  {
    shop: text("shop").notNull(),
    giveawayId: integer("giveaway_id").notNull(),
    /** Counted from 1 in each giveaway, in the order of the registrations. */
    number: integer("number").notNull(),
    /** As it was written; null once erased. */
    email: text("email"),
    /** As it is compared; null once erased. */
    address: text("address"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** How many tickets they have in a draw. */
    weight: integer("weight").notNull().default(1),
    state: text("state").$type<EntrantState>().notNull().default("registered"),
    /** Why they were disqualified, or let in again. */
    reason: text("reason"),
    registeredAt: timestamp("registered_at", { withTimezone: true }).notNull(),
    /** Makes the digest say nothing about the address; null once erased. */
    salt: text("salt"),
    /** SHA-256 of salt and address: what a draw knows the entrant by. */
    digest: text("digest").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.giveawayId, table.number] }),
    uniqueIndex("one_entry_per_address").on(table.shop, table.giveawayId, table.address),
    index("entrants_by_address").on(table.shop, table.address),
    index("disqualified_entrants")
      .on(table.shop, table.giveawayId, table.number)
      .where(sql`${table.state} = 'disqualified'`),
  ],
);

/** The seed of each draw to come, made before anybody could know who takes part in it, and sealed until it is made. */
export const giveawaySeeds = pgTable(
  "giveaway_seeds",
  {
    shop: text("shop").notNull(),
    giveawayId: integer("giveaway_id").notNull(),
    /** The number of the draw, from 1. */
    draw: integer("draw").notNull(),
    sealed: text("sealed").notNull(),
    /** SHA-256 of the seed, which everybody may see from the beginning. */
    commitment: text("commitment").notNull(),
    committedAt: timestamp("committed_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.giveawayId, table.draw] })],
);

/** A draw with all that it follows from. Rows are never changed or deleted: a trigger and the role's rights refuse it. */
export const giveawayDraws = pgTable(
  "giveaway_draws",
  {
    shop: text("shop").notNull(),
    giveawayId: integer("giveaway_id").notNull(),
    /** Counted from 1 in each giveaway. */
    number: integer("number").notNull(),
    seed: text("seed").notNull(),
    commitment: text("commitment").notNull(),
    committedAt: timestamp("committed_at", { withTimezone: true }).notNull(),
    /** SHA-256 of the entries in their order. */
    entriesDigest: text("entries_digest").notNull(),
    entries: integer("entries").notNull(),
    /** The tickets of all entries. */
    tickets: bigint("tickets", { mode: "number" }).notNull(),
    winners: integer("winners").notNull(),
    alternates: integer("alternates").notNull(),
    /** Whether winners of other giveaways could win again. */
    repeatWinners: boolean("repeat_winners").notNull(),
    /** Why a further draw was made. */
    reason: text("reason"),
    /** The entrants' numbers as they were drawn: first the winners, then the alternates. */
    result: jsonb("result").$type<number[]>().notNull(),
    drawnAt: timestamp("drawn_at", { withTimezone: true }).notNull(),
    drawnById: text("drawn_by_id").notNull(),
    drawnByName: text("drawn_by_name").notNull(),
    jobId: uuid("job_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.giveawayId, table.number] })],
);

/** What went into a draw: one row per entry, never changed or deleted. It names nobody. */
export const giveawayDrawEntries = pgTable(
  "giveaway_draw_entries",
  {
    shop: text("shop").notNull(),
    giveawayId: integer("giveaway_id").notNull(),
    draw: integer("draw").notNull(),
    /** The entrant's. */
    number: integer("number").notNull(),
    weight: integer("weight").notNull(),
    digest: text("digest").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.giveawayId, table.draw, table.number] })],
);

/** Where each drawn entrant stands by now: a winner, an alternate, or out. The draw itself stays as it was. */
export const giveawayPlaces = pgTable(
  "giveaway_places",
  {
    shop: text("shop").notNull(),
    giveawayId: integer("giveaway_id").notNull(),
    draw: integer("draw").notNull(),
    /** From 1, in the order in which they were drawn. */
    rank: integer("rank").notNull(),
    /** The entrant's. */
    number: integer("number").notNull(),
    state: text("state").$type<PlaceState>().notNull(),
    /** Of somebody who is out: where they stood before. */
    wasState: text("was_state").$type<"winner" | "alternate">(),
    /** The rank of the winner for whom they moved up. */
    movedUpFor: integer("moved_up_for"),
    reason: text("reason"),
    changedAt: timestamp("changed_at", { withTimezone: true }),
    changedByName: text("changed_by_name"),
    /** The mail that told them. */
    mailId: uuid("mail_id"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.giveawayId, table.draw, table.rank] }),
    index("places_of_entrants").on(table.shop, table.giveawayId, table.number),
  ],
);
