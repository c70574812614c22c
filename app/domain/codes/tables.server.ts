import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { RegisteredKind } from "~/domain/customers/kinds";

/** The partners that registration codes are issued to. */
export const partners = pgTable(
  "partners",
  (column) => ({
    shop: column.text("shop").notNull(),
    handle: column.text("handle").notNull(),
    name: column.text("name").notNull(),
    /** Counted from 1, in the order of the list. New codes default to the first partner. */
    position: column.integer("position").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.handle] })],
);

/** A shop's registration codes. */
export const registrationCodes = pgTable(
  "registration_codes",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: column.integer("id").notNull(),
    code: column.text("code").notNull(),
    /** The first and the last day of the shop's calendar on which it can be used. */
    startDay: column.date("start_day", { mode: "string" }).notNull(),
    endDay: column.date("end_day", { mode: "string" }).notNull(),
    partnerHandle: column.text("partner_handle").notNull(),
    /** Whole dollars; null for no limit of its own. */
    spendLimit: column.integer("spend_limit"),
    /** How many customers can register with it; null for any number. */
    maxCount: column.integer("max_count"),
    /** How many have, those whose registration is still being saved included. */
    currentCount: column.integer("current_count").notNull().default(0),
    /** The tags that customers get. */
    tags: column.text("tags").array().notNull(),
    /** The domains of addresses that can use it, in lowercase and sorted; empty for any address. */
    emailDomains: column.text("email_domains").array().notNull(),
    /** When staff ended its use before its last day. Null while it isn't. */
    deactivatedAt: column.timestamp("deactivated_at", { withTimezone: true }),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    /** Incremented by each change by staff, to detect concurrent edits. */
    version: column.integer("version").notNull().default(1),
    /** Chosen by the caller; repeating it creates no second code. */
    operationId: column.uuid("operation_id").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_code_per_text").on(table.shop, sql`lower(${table.code})`),
    uniqueIndex("one_code_per_operation").on(table.shop, table.operationId),
    index("codes_by_partner").on(table.shop, table.partnerHandle),
  ],
);

/**
 * Which customer registered with which code, and with that for which partner. One row per code and address. It is written when the
 * customer exists in Shopify.
 */
export const codeRegistrations = pgTable(
  "code_registrations",
  (column) => ({
    shop: column.text("shop").notNull(),
    codeId: column.integer("code_id").notNull(),
    /** Normalized for comparison. */
    address: column.text("address").notNull(),
    /** For the rule of one registration per mailbox: aliases at the large providers are one. */
    mailbox: column.text("mailbox").generatedAlwaysAs(sql`fold_mailbox(address)`),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    /** The code's partner at that time. */
    partnerHandle: column.text("partner_handle").notNull(),
    kind: column.text("kind").$type<RegisteredKind>().notNull(),
    registeredAt: column.timestamp("registered_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.codeId, table.address] }),
    index("code_registrations_by_mailbox").on(table.shop, table.codeId, table.mailbox),
    index("code_registrations_of_customer").on(table.shop, table.customerId, table.registeredAt),
    index("code_registrations_by_partner").on(table.shop, table.partnerHandle, table.registeredAt),
  ],
);

/** No longer used: `public_entries` has what waits for a confirmation. An earlier build may still write it while an update runs. */
export const codeRequests = pgTable(
  "code_requests",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The id of the personal link. */
    id: column.uuid("id").notNull(),
    codeId: column.integer("code_id").notNull(),
    /** Normalized for comparison. */
    address: column.text("address").notNull(),
    /** As it was entered, as are the names. */
    email: column.text("email").notNull(),
    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    kind: column.text("kind").$type<RegisteredKind>().notNull(),
    /** When the latest email with the link was queued. */
    mailedAt: column.timestamp("mailed_at", { withTimezone: true }).notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_code_request_per_address").on(table.shop, table.codeId, table.address),
    index("code_requests_by_address").on(table.shop, table.address),
    index("code_requests_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/**
 * Registrations in progress: intents whose row is deleted when they end. Each has taken one use of its code. The
 * primary key allows one per code and address, so the row is the lock.
 */
export const openCodeRegistrations = pgTable(
  "open_code_registrations",
  (column) => ({
    shop: column.text("shop").notNull(),
    codeId: column.integer("code_id").notNull(),
    /** Normalized for comparison. */
    address: column.text("address").notNull(),
    mailbox: column.text("mailbox").generatedAlwaysAs(sql`fold_mailbox(address)`),
    /** As it was entered, as are the names. */
    email: column.text("email").notNull(),
    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    kind: column.text("kind").$type<RegisteredKind>().notNull(),
    /** The code's partner, tags and spend limit when the use was taken. */
    partnerHandle: column.text("partner_handle").notNull(),
    tags: column.text("tags").array().notNull(),
    spendLimit: column.integer("spend_limit"),
    attempt: column.uuid("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.codeId, table.address] })],
);
