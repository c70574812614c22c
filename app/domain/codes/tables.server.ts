import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { RegisteredKind } from "~/domain/customers/kinds";

/** The partners that registration codes are issued to. */
export const partners = pgTable(
  "partners",
  {
    shop: text("shop").notNull(),
    handle: text("handle").notNull(),
    name: text("name").notNull(),
    /** Counted from 1, in the order of the list. New codes default to the first partner. */
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.handle] })],
);

/** A shop's registration codes. */
export const registrationCodes = pgTable(
  "registration_codes",
  {
    shop: text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: integer("id").notNull(),
    code: text("code").notNull(),
    /** The first and the last day of the shop's calendar on which it can be used. */
    startDay: date("start_day", { mode: "string" }).notNull(),
    endDay: date("end_day", { mode: "string" }).notNull(),
    partnerHandle: text("partner_handle").notNull(),
    /** Whole dollars; null for no limit of its own. */
    spendLimit: integer("spend_limit"),
    /** How many customers can register with it; null for any number. */
    maxCount: integer("max_count"),
    /** How many have, those whose registration is still being saved included. */
    currentCount: integer("current_count").notNull().default(0),
    /** The tags that customers get. */
    tags: text("tags").array().notNull(),
    /** The domains of addresses that can use it, in lowercase and sorted; empty for any address. */
    emailDomains: text("email_domains").array().notNull(),
    /** When staff ended its use before its last day. Null while it isn't. */
    deactivatedAt: timestamp("deactivated_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** Incremented by each change by staff, to detect concurrent edits. */
    version: integer("version").notNull().default(1),
    /** Chosen by the caller; repeating it creates no second code. */
    operationId: uuid("operation_id").notNull(),
  },
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
  {
    shop: text("shop").notNull(),
    codeId: integer("code_id").notNull(),
    /** Normalized for comparison. */
    address: text("address").notNull(),
    /** For the rule of one registration per mailbox: aliases at the large providers are one. */
    mailbox: text("mailbox").generatedAlwaysAs(sql`fold_mailbox(address)`),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    /** The code's partner at that time. */
    partnerHandle: text("partner_handle").notNull(),
    kind: text("kind").$type<RegisteredKind>().notNull(),
    registeredAt: timestamp("registered_at", { withTimezone: true }).notNull(),
  },
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
  {
    shop: text("shop").notNull(),
    /** The id of the personal link. */
    id: uuid("id").notNull(),
    codeId: integer("code_id").notNull(),
    /** Normalized for comparison. */
    address: text("address").notNull(),
    /** As it was entered, as are the names. */
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    kind: text("kind").$type<RegisteredKind>().notNull(),
    /** When the latest email with the link was queued. */
    mailedAt: timestamp("mailed_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
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
  {
    shop: text("shop").notNull(),
    codeId: integer("code_id").notNull(),
    /** Normalized for comparison. */
    address: text("address").notNull(),
    mailbox: text("mailbox").generatedAlwaysAs(sql`fold_mailbox(address)`),
    /** As it was entered, as are the names. */
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    kind: text("kind").$type<RegisteredKind>().notNull(),
    /** The code's partner, tags and spend limit when the use was taken. */
    partnerHandle: text("partner_handle").notNull(),
    tags: text("tags").array().notNull(),
    spendLimit: integer("spend_limit"),
    attempt: uuid("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.codeId, table.address] })],
);
