import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { type Cents, NO_CENTS } from "~/platform/money/cents";
import type { DifferenceKind } from "./difference";
import { CUSTOMER_ACCOUNT, type PostingState, type PostingType } from "./posting";

/**
 * Each customer's balance: the sum of the confirmed entries, updated in their transaction and checked every night. A trigger copies
 * the name and email from the mirror.
 */
export const creditAccounts = pgTable(
  "credit_accounts",
  {
    shop: text("shop").notNull(),
    /** The number at the end of Shopify's id. Negative after the customer's data were erased. */
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    /** Confirmed by Shopify. */
    balanceCents: bigint("balance_cents", { mode: "number" }).$type<Cents>().notNull().default(NO_CENTS),
    /** Held by pending debits: the available amount is the balance minus this. */
    heldCents: bigint("held_cents", { mode: "number" }).$type<Cents>().notNull().default(NO_CENTS),
    name: text("name").notNull().default(""),
    email: text("email"),
    /** Shopify's account, once known. */
    shopifyAccountId: text("shopify_account_id"),
    /** When it was last compared with Shopify, and Shopify's balance then. */
    comparedAt: timestamp("compared_at", { withTimezone: true }),
    shopifyBalanceCents: bigint("shopify_balance_cents", { mode: "number" }).$type<Cents>(),
    /** The ledger has all of Shopify's transactions up to this instant. Null before the first comparison. */
    syncedThrough: timestamp("synced_through", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** For searches, in lower case. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(email, '') || ' ' || name)`),
    /** The latest fail-over of the database (`database_timelines`) after which its transactions were read. */
    comparedAfterLossId: bigint("compared_after_loss_id", { mode: "number" }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.customerId] }),
    check("nothing_held_below_zero", sql`${table.heldCents} >= 0`),
    index("credit_accounts_by_name").on(table.shop, nameOrder(table.name), table.customerId),
    index("credit_accounts_by_email").on(
      table.shop,
      sql`lower(coalesce(${table.email}, ''))`,
      table.customerId,
    ),
    index("credit_accounts_by_balance").on(table.shop, table.balanceCents, table.customerId),
    index("credit_accounts_to_compare").on(table.shop, table.comparedAt.asc().nullsFirst()),
    index("credit_accounts_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
  ],
);

/**
 * The accounts of the transaction's shop, for searches: row-level security would keep LIKE from its index, as of `customersOfShop`
 * in `app/domain/customers/tables.server.ts`.
 */
export const creditAccountsOfShop = pgView("credit_accounts_of_shop").as((view) =>
  view.select().from(creditAccounts).where(sql`${creditAccounts.shop} = current_setting('app.shop')`),
);

/** Every change of a customer's credit, requested here or made in Shopify. Append-only. */
export const ledgerPostings = pgTable(
  "ledger_postings",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** The order of insertion. */
    number: bigserial("number", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    type: text("type").$type<PostingType>().notNull(),
    /** Signed: the change of the customer's balance. */
    amountCents: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    reference: text("reference").notNull(),
    /** When a credit expires. */
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    actorEmail: text("actor_email").notNull(),
    /** The request: a key of `ledger_operations`. Null for external transactions. */
    operationKey: text("operation_key"),
    /** The posting that this one reverses. */
    reversesId: uuid("reverses_id"),
    /** The order that spent or returned the credit. */
    orderId: text("order_id"),
    orderName: text("order_name"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    check("every_posting_moves_something", sql`${table.amountCents} <> 0`),
    index("postings_by_number").on(table.shop, table.number.desc().nullsFirst()),
    index("postings_by_time").on(table.shop, table.at.desc().nullsFirst(), table.number.desc().nullsFirst()),
    index("postings_of_a_customer").on(
      table.shop,
      table.customerId,
      table.at.desc().nullsFirst(),
      table.number.desc().nullsFirst(),
    ),
    index("postings_of_an_actor").on(
      table.shop,
      table.actorId,
      table.at.desc().nullsFirst(),
      table.number.desc().nullsFirst(),
    ),
    index("postings_of_a_type").on(
      table.shop,
      table.type,
      table.at.desc().nullsFirst(),
      table.number.desc().nullsFirst(),
      table.amountCents,
    ),
    // By week, because a search reads week by week. A small pending list keeps each of those reads fast.
    index("postings_search")
      .using(
        "gin",
        sql`date_trunc('week', ${table.at} AT TIME ZONE 'UTC')`,
        sql`lower(${table.reference}) gin_trgm_ops`,
      )
      .with({ gin_pending_list_limit: 64 }),
    index("postings_by_amount").on(table.shop, table.type, table.amountCents, table.number),
    index("postings_of_an_operation").on(table.shop, table.operationKey),
    index("postings_reversing").on(table.shop, table.reversesId).where(sql`reverses_id IS NOT NULL`),
    index("postings_running_out").on(table.shop, table.expiresAt).where(sql`expires_at IS NOT NULL`),
  ],
);

/** The postings of the transaction's shop, for searches: as `creditAccountsOfShop`. */
export const ledgerPostingsOfShop = pgView("ledger_postings_of_shop").as((view) =>
  view.select().from(ledgerPostings).where(sql`${ledgerPostings.shop} = current_setting('app.shop')`),
);

/** How many postings each hour (UTC) has: `app/domain/ledger/hourly-counts.server.ts` counts them. */
export const ledgerHours = pgTable(
  "ledger_hours",
  {
    shop: text("shop").notNull(),
    hour: timestamp("hour", { withTimezone: true }).notNull(),
    postings: integer("postings").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.hour] })],
);

/**
 * What each month (UTC) added to customers' credit and took from it, in parts: a trigger adds one for each statement that inserts
 * entries (migration `ledger_months`), and `mergeMonths` in app/domain/ledger/monthly-sums.server.ts merges them.
 */
export const ledgerMonths = pgTable(
  "ledger_months",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    /** YYYY-MM. */
    month: text("month").notNull(),
    addedCents: bigint("added_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** Without sign. */
    takenCents: bigint("taken_cents", { mode: "number" }).$type<Cents>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** How far `ledgerHours` is counted. */
export const ledgerCounted = pgTable("ledger_counted", {
  shop: text("shop").primaryKey(),
  /** Every hour before this instant is counted. Later postings are counted for each page. */
  before: timestamp("before", { withTimezone: true }).notNull(),
  /** The number of the last posting at that time. */
  through: bigint("through", { mode: "number" }).notNull(),
});

/** Open postings: to be sent to Shopify in order, one at a time for each customer. */
export const ledgerOpen = pgTable(
  "ledger_open",
  {
    shop: text("shop").notNull(),
    postingId: uuid("posting_id").notNull(),
    number: bigint("number", { mode: "number" }).notNull(),
    /** The customer's id at Shopify, also after an erasure: a lookup needs it. */
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    state: text("state").$type<Extract<PostingState, "PENDING" | "UNKNOWN">>().notNull().default("PENDING"),
    /** When it was last sent to Shopify. Null while it certainly was not. */
    attemptedAt: timestamp("attempted_at", { withTimezone: true }),
    attempts: integer("attempts").notNull().default(0),
    /** The end of its claim, or the time of its next attempt. */
    notBefore: timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
    problem: text("problem"),
    /** The external posting that may already be this one, after a fail-over. It isn't sent before a person has decided. */
    possibleDuplicateOf: uuid("possible_duplicate_of"),
    /** A person decided that it isn't a duplicate. */
    isConfirmedNew: boolean("is_confirmed_new").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.postingId] }),
    index("possible_duplicates").on(table.shop, table.number).where(sql`possible_duplicate_of IS NOT NULL`),
    index("open_of_a_customer").on(table.shop, table.customerId, table.number),
    index("open_by_turn").on(table.shop, table.notBefore, table.number),
  ],
);

/** The history of postings' states. Each posting has at most one CONFIRMED or FAILED. Append-only. */
export const ledgerOutcomes = pgTable(
  "ledger_outcomes",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    postingId: uuid("posting_id").notNull(),
    state: text("state").$type<PostingState>().notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    /** Shopify's transaction. */
    transactionId: text("transaction_id"),
    /** Shopify's balance after the transaction. */
    balanceAfterCents: bigint("balance_after_cents", { mode: "number" }).$type<Cents>(),
    problem: text("problem"),
    /** The external posting that a person recognized this one in. */
    duplicateOf: uuid("duplicate_of"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_posting_per_duplicate")
      .on(table.shop, table.duplicateOf)
      .where(sql`duplicate_of IS NOT NULL`),
    index("outcomes_of_a_posting").on(table.shop, table.postingId, table.id),
    uniqueIndex("one_end_per_posting")
      .on(table.shop, table.postingId)
      .where(sql`state IN ('CONFIRMED', 'FAILED')`),
    uniqueIndex("one_posting_per_transaction")
      .on(table.shop, table.transactionId)
      .where(sql`transaction_id IS NOT NULL`),
  ],
);

/**
 * The double entry: for each confirmed posting the customer's entry and the contra entry, which sum to zero. A trigger enforces that.
 * Append-only.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    shop: text("shop").notNull(),
    postingId: uuid("posting_id").notNull(),
    /** `CUSTOMER_ACCOUNT`, or one of `CONTRA_ACCOUNT_OF`. */
    account: text("account").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.postingId, table.account] }),
    index("entries_of_a_customer").on(table.shop, table.customerId, table.account),
    index("entries_by_time").on(table.shop, table.account, table.at),
    // For the largest amount of each type of posting. The customers' own entries, half of all, aren't needed for that.
    index("contra_entries_by_amount")
      .on(table.shop, table.account, table.amountCents)
      .where(sql`account <> ${sql.raw(`'${CUSTOMER_ACCOUNT}'`)}`),
  ],
);

/** Answered requests by idempotency key. Append-only. */
export const ledgerOperations = pgTable(
  "ledger_operations",
  {
    shop: text("shop").notNull(),
    /** The caller's id and key. */
    key: text("key").notNull(),
    /** Hash of the request. The key is refused for another request. */
    requestHash: text("request_hash").notNull(),
    answer: jsonb("answer").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);

/** Customers whose accounts are queued for reconciliation with Shopify. */
export const creditsToCompare = pgTable(
  "credits_to_compare",
  {
    shop: text("shop").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
    /** The time of the next attempt. */
    notBefore: timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.customerId] }),
    index("credits_to_compare_by_turn").on(table.shop, table.notBefore),
  ],
);

/** Orders that were refunded to store credit, whose customer is still to be looked up. */
export const creditOrdersToLookUp = pgTable(
  "credit_orders_to_look_up",
  {
    shop: text("shop").notNull(),
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    /** Failed attempts, and the time of the next one. */
    attempts: integer("attempts").notNull().default(0),
    notBefore: timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.orderId] })],
);

/** Differences that a check or a comparison found, open and closed. */
export const ledgerDifferences = pgTable(
  "ledger_differences",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    kind: text("kind").$type<DifferenceKind>().notNull(),
    /** Null if it belongs to no single customer. */
    customerId: bigint("customer_id", { mode: "number" }),
    postingId: uuid("posting_id"),
    /** The two amounts. */
    oursCents: bigint("ours_cents", { mode: "number" }).$type<Cents>().notNull(),
    theirsCents: bigint("theirs_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** A sentence that describes the difference. */
    what: text("what").notNull(),
    /** When it was first seen, last seen and closed. */
    since: timestamp("since", { withTimezone: true }).notNull().defaultNow(),
    seenAt: timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_open_difference")
      .on(
        table.shop,
        table.kind,
        sql`coalesce(${table.customerId}, 0)`,
        sql`coalesce(${table.postingId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      )
      .where(sql`ended_at IS NULL`),
    index("differences_by_since").on(table.shop, table.since.desc().nullsFirst(), table.id),
  ],
);

/** What the latest check of the ledger counted. One row per shop. */
export const ledgerProofs = pgTable("ledger_proofs", {
  shop: text("shop").primaryKey(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  accounts: bigint("accounts", { mode: "number" }).notNull(),
  postings: bigint("postings", { mode: "number" }).notNull(),
  entries: bigint("entries", { mode: "number" }).notNull(),
  owedCents: bigint("owed_cents", { mode: "number" }).$type<Cents>().notNull(),
});
