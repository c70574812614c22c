import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

/** What a confirmation did, as the page says it to the owner of the mailbox. */
export interface EntryOutcome {
  title: string;
  text: string;
  /** False when a limit or the store refused the entry. */
  isDone: boolean;
  /** Where the person can follow it. */
  link?: { url: string; label: string };
}

/**
 * What visitors entered on public pages, until the owner of the mailbox confirms it. No list, count, limit or export reads it. It is
 * deleted with its file when it expires.
 */
export const publicEntries = pgTable(
  "public_entries",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The name of the public form. */
    form: column.text("form").notNull(),
    /** What a later entry replaces while this one waits. Unique in the form. */
    key: column.text("key").notNull(),
    /** As it was entered. */
    email: column.text("email").notNull(),
    mailbox: column.text("mailbox").notNull().generatedAlwaysAs(sql`fold_mailbox(email)`),
    /** What it is, in the shop's words only: the email shows it. */
    title: column.text("title").notNull(),
    /** What the owner of the mailbox should know, such as an earlier entry. In the shop's words, too. */
    note: column.text("note"),
    /** What the visitor entered, for the page where it is confirmed. Empty after that. */
    details: column.jsonb("details").$type<string[]>().notNull(),
    /** The form's data. Empty after the confirmation. */
    data: column.jsonb("data").notNull(),
    /** The file that belongs to it. Null when a confirmed record has it. */
    attachmentId: column.uuid("attachment_id"),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
    /** What the confirmation did. Null while it waits. */
    outcome: column.jsonb("outcome").$type<EntryOutcome>(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_waiting_entry").on(table.shop, table.form, table.key).where(sql`outcome IS NULL`),
    index("public_entries_of_mailbox").on(table.shop, table.mailbox, table.createdAt),
    index("public_entries_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/** The emails that asked a mailbox for its confirmation, each with the id of its personal link. */
export const confirmationLinks = pgTable(
  "confirmation_links",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    mailbox: column.text("mailbox").notNull(),
    mailedAt: column.timestamp("mailed_at", { withTimezone: true }).notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("confirmation_links_of_mailbox").on(table.shop, table.mailbox, table.mailedAt),
    index("confirmation_links_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/** What a visitor sent to the public pages of a shop on a day (UTC). */
export const visitorBudgets = pgTable(
  "visitor_budgets",
  (column) => ({
    shop: column.text("shop").notNull(),
    day: column.date("day", { mode: "string" }).notNull(),
    /** A keyed hash of the visitor's address: the address itself isn't stored. */
    visitor: column.text("visitor").notNull(),
    requests: column.integer("requests").notNull(),
    files: column.integer("files").notNull(),
    bytes: column.bigint("bytes", { mode: "number" }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.day, table.visitor] })],
);
