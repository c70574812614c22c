import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
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
import type { PostingState, PostingType } from "./posting";
import type { DifferenceKind } from "./proof/difference";

/**
 * What each customer's credit amounts to: the sum of the confirmed entries, kept in the transaction that adds them and proved
 * every night. Name and e-mail follow the mirror by a trigger (migration `ledger_rules`).
 */
export const creditAccounts = pgTable(
  "credit_accounts",
  {
    shop: text("shop").notNull(),
    /** The last segment of Shopify's id; below zero once the person's data were erased. */
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    /** Confirmed by Shopify. */
    balanceCents: bigint("balance_cents", { mode: "number" }).notNull().default(0),
    /** Taken by debits that are on their way: what is available is the balance less this. */
    heldCents: bigint("held_cents", { mode: "number" }).notNull().default(0),
    name: text("name").notNull().default(""),
    email: text("email"),
    /** Shopify's account, once it is known. */
    shopifyAccountId: text("shopify_account_id"),
    /** When it was last compared with Shopify, and what Shopify said then. */
    comparedAt: timestamp("compared_at", { withTimezone: true }),
    shopifyBalanceCents: bigint("shopify_balance_cents", { mode: "number" }),
    /** Shopify's transactions up to this instant are all in the ledger; null before the account was first compared. */
    toldThrough: timestamp("told_through", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** What the search looks in, in lower case. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(email, '') || ' ' || name)`),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.customerId] }),
    check("nothing_held_below_zero", sql`${table.heldCents} >= 0`),
    index("credit_accounts_by_name").on(table.shop, sql`lower(${table.name})`, table.customerId),
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

/** Every business fact about a customer's credit, as it was asked for or as Shopify told it. Only ever added to. */
export const ledgerPostings = pgTable(
  "ledger_postings",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** In the order in which they were written. */
    number: bigserial("number", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    type: text("type").$type<PostingType>().notNull(),
    /** Signed: what it does to the customer's balance. */
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    reference: text("reference").notNull(),
    /** When what it adds runs out. */
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    actorEmail: text("actor_email").notNull(),
    /** The request that asked for it: a key of `ledger_operations`; null for what Shopify told. */
    operationKey: text("operation_key"),
    /** The posting that this one takes back. */
    reversesId: uuid("reverses_id"),
    /** The order that spent or returned it. */
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
    // By week, because a search reads the weeks one after another, and each of them all that is not yet in its place.
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

/** How many postings each hour (UTC) has: `app/domain/ledger/hours.server.ts` counts them. */
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
 * What each month (UTC) added to customers' credit and took from it, in parts: a trigger leaves one for each statement that books
 * entries (migration `ledger_months`), and `mergeMonths` in app/domain/ledger/months.server.ts puts them together.
 */
export const ledgerMonths = pgTable(
  "ledger_months",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    /** YYYY-MM. */
    month: text("month").notNull(),
    addedCents: bigint("added_cents", { mode: "number" }).notNull(),
    /** Without sign. */
    takenCents: bigint("taken_cents", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** How far the hours are counted. */
export const ledgerCounted = pgTable("ledger_counted", {
  shop: text("shop").primaryKey(),
  /** Every hour before this instant is counted; later postings are counted one by one. */
  before: timestamp("before", { withTimezone: true }).notNull(),
  /** The number of the last posting that was there then. */
  through: bigint("through", { mode: "number" }).notNull(),
});

/** The postings that are not at their end: what has to be carried to Shopify, in order, one at a time for each customer. */
export const ledgerOpen = pgTable(
  "ledger_open",
  {
    shop: text("shop").notNull(),
    postingId: uuid("posting_id").notNull(),
    number: bigint("number", { mode: "number" }).notNull(),
    /** Shopify's number, also once the person's data were erased: what was sent can only be asked about by it. */
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    state: text("state").$type<Extract<PostingState, "PENDING" | "UNKNOWN">>().notNull().default("PENDING"),
    /** When it was last sent to Shopify; null as long as it certainly was not. */
    attemptedAt: timestamp("attempted_at", { withTimezone: true }),
    attempts: integer("attempts").notNull().default(0),
    /** Not to be touched before: somebody works on it, or it waits for another attempt. */
    notBefore: timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.postingId] }),
    index("open_of_a_customer").on(table.shop, table.customerId, table.number),
    index("open_by_turn").on(table.shop, table.notBefore, table.number),
  ],
);

/** What became of postings, step by step; the last one of CONFIRMED or FAILED is the only one. Only ever added to. */
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
    /** The customer's balance as Shopify told it after the transaction. */
    balanceAfterCents: bigint("balance_after_cents", { mode: "number" }),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
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
 * The double entry: for each confirmed posting the customer's side and the other one, which sum to zero (a trigger refuses the
 * rest, migration `ledger_rules`). Only ever added to.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    shop: text("shop").notNull(),
    postingId: uuid("posting_id").notNull(),
    /** `CUSTOMER_ACCOUNT`, or one of `CONTRA_ACCOUNT_OF`. */
    account: text("account").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.postingId, table.account] }),
    index("entries_of_a_customer").on(table.shop, table.customerId, table.account),
    index("entries_by_time").on(table.shop, table.account, table.at),
  ],
);

/** Requests that moved money, by the key that the caller made: the same again gets the same answer. Only ever added to. */
export const ledgerOperations = pgTable(
  "ledger_operations",
  {
    shop: text("shop").notNull(),
    /** The caller's key with who they are. */
    key: text("key").notNull(),
    /** Of what was asked for: the key with anything else is refused. */
    requestHash: text("request_hash").notNull(),
    answer: jsonb("answer").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);

/** Customers whose account is to be compared with Shopify's soon: something was heard, or did not agree. */
export const creditsToCompare = pgTable(
  "credits_to_compare",
  {
    shop: text("shop").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    notedAt: timestamp("noted_at", { withTimezone: true }).notNull().defaultNow(),
    /** Not before: a posting of theirs was just on its way. */
    notBefore: timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.customerId] }),
    index("credits_to_compare_by_turn").on(table.shop, table.notBefore),
  ],
);

/** Orders that store credit was refunded for, and whose customer is to be found out before their account can be compared. */
export const creditOrdersToLookUp = pgTable(
  "credit_orders_to_look_up",
  {
    shop: text("shop").notNull(),
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    /** How often it could not be, and not to be tried again before. */
    attempts: integer("attempts").notNull().default(0),
    notBefore: timestamp("not_before", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.orderId] })],
);

/** Everything that a proof or a comparison found not to agree, kept also once it agrees again. */
export const ledgerDifferences = pgTable(
  "ledger_differences",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    kind: text("kind").$type<DifferenceKind>().notNull(),
    /** Null where it is about no one customer. */
    customerId: bigint("customer_id", { mode: "number" }),
    postingId: uuid("posting_id"),
    /** What stands against what, in cents. */
    oursCents: bigint("ours_cents", { mode: "number" }).notNull(),
    theirsCents: bigint("theirs_cents", { mode: "number" }).notNull(),
    /** A sentence: what is missing, and on which side. */
    what: text("what").notNull(),
    /** When it was first seen, last seen, and found to agree again. */
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

/** What the latest proof of the ledger, and the latest comparison with Shopify, went over. One row per shop. */
export const ledgerProofs = pgTable("ledger_proofs", {
  shop: text("shop").primaryKey(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  accounts: bigint("accounts", { mode: "number" }).notNull(),
  postings: bigint("postings", { mode: "number" }).notNull(),
  entries: bigint("entries", { mode: "number" }).notNull(),
  owedCents: bigint("owed_cents", { mode: "number" }).notNull(),
});
