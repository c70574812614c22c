import { sql } from "drizzle-orm";
import { check, index, pgTable, pgView, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
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
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number at the end of Shopify's id. Negative after the customer's data were erased. */
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    currency: column.text("currency").notNull(),
    /** Confirmed by Shopify. */
    balanceCents: column
      .bigint("balance_cents", { mode: "number" })
      .$type<Cents>()
      .notNull()
      .default(NO_CENTS),
    /** Held by pending debits: the available amount is the balance minus this. */
    heldCents: column.bigint("held_cents", { mode: "number" }).$type<Cents>().notNull().default(NO_CENTS),
    name: column.text("name").notNull().default(""),
    email: column.text("email"),
    /** Shopify's account, once known. */
    shopifyAccountId: column.text("shopify_account_id"),
    /** When it was last compared with Shopify, and Shopify's balance then. */
    comparedAt: column.timestamp("compared_at", { withTimezone: true }),
    shopifyBalanceCents: column.bigint("shopify_balance_cents", { mode: "number" }).$type<Cents>(),
    /** The ledger has all of Shopify's transactions up to this instant. Null before the first comparison. */
    syncedThrough: column.timestamp("synced_through", { withTimezone: true }),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** For searches, in lower case. */
    searchText: column
      .text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(email, '') || ' ' || name)`),
    /** The latest fail-over of the database (`database_timelines`) after which its transactions were read. */
    comparedAfterLossId: column.bigint("compared_after_loss_id", { mode: "number" }),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The order of insertion. */
    number: column.bigserial("number", { mode: "number" }).notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    type: column.text("type").$type<PostingType>().notNull(),
    /** Signed: the change of the customer's balance. */
    amountCents: column.bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    reference: column.text("reference").notNull(),
    /** When a credit expires. */
    expiresAt: column.timestamp("expires_at", { withTimezone: true }),
    actorId: column.text("actor_id").notNull(),
    actorName: column.text("actor_name").notNull(),
    actorEmail: column.text("actor_email").notNull(),
    /** The request: a key of `ledger_operations`. Null for external transactions. */
    operationKey: column.text("operation_key"),
    /** The posting that this one reverses. */
    reversesId: column.uuid("reverses_id"),
    /** The order that spent or returned the credit. */
    orderId: column.text("order_id"),
    orderName: column.text("order_name"),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    hour: column.timestamp("hour", { withTimezone: true }).notNull(),
    postings: column.integer("postings").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.hour] })],
);

/**
 * What each month (UTC) added to customers' credit and took from it, in parts: a trigger adds one for each statement that inserts
 * entries (migration `ledger_months`), and `mergeMonths` in app/domain/ledger/monthly-sums.server.ts merges them.
 */
export const ledgerMonths = pgTable(
  "ledger_months",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    /** YYYY-MM. */
    month: column.text("month").notNull(),
    addedCents: column.bigint("added_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** Without sign. */
    takenCents: column.bigint("taken_cents", { mode: "number" }).$type<Cents>().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** How far `ledgerHours` is counted. */
export const ledgerCounted = pgTable("ledger_counted", (column) => ({
  shop: column.text("shop").primaryKey(),
  /** Every hour before this instant is counted. Later postings are counted for each page. */
  before: column.timestamp("before", { withTimezone: true }).notNull(),
  /** The number of the last posting at that time. */
  through: column.bigint("through", { mode: "number" }).notNull(),
}));

/** Open postings: to be sent to Shopify in order, one at a time for each customer. */
export const ledgerOpen = pgTable(
  "ledger_open",
  (column) => ({
    shop: column.text("shop").notNull(),
    postingId: column.uuid("posting_id").notNull(),
    number: column.bigint("number", { mode: "number" }).notNull(),
    /** The customer's id at Shopify, also after an erasure: a lookup needs it. */
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    state: column
      .text("state")
      .$type<Extract<PostingState, "PENDING" | "UNKNOWN">>()
      .notNull()
      .default("PENDING"),
    /** When it was last sent to Shopify. Null while it certainly was not. */
    attemptedAt: column.timestamp("attempted_at", { withTimezone: true }),
    attempts: column.integer("attempts").notNull().default(0),
    /** The end of its claim, or the time of its next attempt. */
    notBefore: column.timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
    problem: column.text("problem"),
    /** The external posting that may already be this one, after a fail-over. It isn't sent before a person has decided. */
    possibleDuplicateOf: column.uuid("possible_duplicate_of"),
    /** A person decided that it isn't a duplicate. */
    isConfirmedNew: column.boolean("is_confirmed_new").notNull().default(false),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    postingId: column.uuid("posting_id").notNull(),
    state: column.text("state").$type<PostingState>().notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    /** Shopify's transaction. */
    transactionId: column.text("transaction_id"),
    /** Shopify's balance after the transaction. */
    balanceAfterCents: column.bigint("balance_after_cents", { mode: "number" }).$type<Cents>(),
    problem: column.text("problem"),
    /** The external posting that a person recognized this one in. */
    duplicateOf: column.uuid("duplicate_of"),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    postingId: column.uuid("posting_id").notNull(),
    /** `CUSTOMER_ACCOUNT`, or one of `CONTRA_ACCOUNT_OF`. */
    account: column.text("account").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    amountCents: column.bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull(),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The caller's id and key. */
    key: column.text("key").notNull(),
    /** Hash of the request. The key is refused for another request. */
    requestHash: column.text("request_hash").notNull(),
    answer: column.jsonb("answer").notNull(),
    at: column.timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);

/** Customers whose accounts are queued for reconciliation with Shopify. */
export const creditsToCompare = pgTable(
  "credits_to_compare",
  (column) => ({
    shop: column.text("shop").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    queuedAt: column.timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
    /** The time of the next attempt. */
    notBefore: column.timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.customerId] }),
    index("credits_to_compare_by_turn").on(table.shop, table.notBefore),
  ],
);

/** Orders that were refunded to store credit, whose customer is still to be looked up. */
export const creditOrdersToLookUp = pgTable(
  "credit_orders_to_look_up",
  (column) => ({
    shop: column.text("shop").notNull(),
    orderId: column.bigint("order_id", { mode: "number" }).notNull(),
    /** Failed attempts, and the time of the next one. */
    attempts: column.integer("attempts").notNull().default(0),
    notBefore: column.timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.orderId] })],
);

/** Differences that a check or a comparison found, open and closed. */
export const ledgerDifferences = pgTable(
  "ledger_differences",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    kind: column.text("kind").$type<DifferenceKind>().notNull(),
    /** Null if it belongs to no single customer. */
    customerId: column.bigint("customer_id", { mode: "number" }),
    postingId: column.uuid("posting_id"),
    /** The two amounts. */
    oursCents: column.bigint("ours_cents", { mode: "number" }).$type<Cents>().notNull(),
    theirsCents: column.bigint("theirs_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** A sentence that describes the difference. */
    what: column.text("what").notNull(),
    /** When it was first seen, last seen and closed. */
    since: column.timestamp("since", { withTimezone: true }).notNull().defaultNow(),
    seenAt: column.timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
    endedAt: column.timestamp("ended_at", { withTimezone: true }),
  }),
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
export const ledgerProofs = pgTable("ledger_proofs", (column) => ({
  shop: column.text("shop").primaryKey(),
  at: column.timestamp("at", { withTimezone: true }).notNull(),
  accounts: column.bigint("accounts", { mode: "number" }).notNull(),
  postings: column.bigint("postings", { mode: "number" }).notNull(),
  entries: column.bigint("entries", { mode: "number" }).notNull(),
  owedCents: column.bigint("owed_cents", { mode: "number" }).$type<Cents>().notNull(),
}));
