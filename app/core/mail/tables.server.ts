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
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { MailState } from "./mail-text";

/** The outbox: each requested mail as rendered, and its result. */
export const mails = pgTable(
  "mails",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** What the mail is for, such as `ends:17:2026-06-30:7`: the same key is the same mail. */
    key: text("key").notNull(),
    /** A `MailTextId`, possibly of a text that this version no longer has. */
    textId: text("text_id").notNull(),
    toEmail: text("to_email").notNull(),
    toName: text("to_name"),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** With angle brackets; the same for every attempt. */
    messageId: text("message_id").notNull(),
    state: text("state").$type<MailState>().notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** Why it wasn't sent, or not yet: a sentence, or the mail server's own response. */
    lastError: text("last_error"),
    /** The customer that it is about. */
    customerId: bigint("customer_id", { mode: "number" }),
    /** Its personal link: the body has `PERSONAL_LINK` in the link's place. */
    linkId: uuid("link_id"),
    /** The attached file. It is read when the mail is sent. */
    fileId: uuid("file_id"),
    /** The flag of its function: people with the flag may see it. Without one, only the owner may. */
    flag: text("flag"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** When it was last requested. Attempts end some time after. */
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull(),
    /** Part of a bulk request: mails that a person waits for are sent first. */
    isBulk: boolean("is_bulk").notNull().default(false),
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull(),
    /** When it was sent, bounced or failed. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
    /** The tabs of the function that show it. Null: people with a tab limit on the function may not see it. */
    tabs: text("tabs").array(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique("mails_once_per_key").on(table.shop, table.key),
    index("mails_due")
      .on(table.shop, table.isBulk, table.nextAttemptAt)
      .where(sql`state IN ('queued', 'sending')`),
    // Few among many that were sent.
    index("mails_not_sent")
      .on(table.shop, table.state, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`state IN ('bounced', 'failed')`),
    index("mails_newest").on(table.shop, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("mails_with_text").on(table.shop, table.endedAt).where(sql`html_body <> ''`),
    index("mails_of_a_customer").on(table.shop, table.customerId).where(sql`customer_id IS NOT NULL`),
    index("mails_to_an_address").on(table.shop, sql`lower(${table.toEmail})`),
    index("mails_search").using("gin", sql`lower(${table.toEmail}) gin_trgm_ops`),
  ],
);

/** The emails of the transaction's shop, for searches; `customersOfShop` explains why. */
export const mailsOfShop = pgView("mails_of_shop").as((view) =>
  view.select().from(mails).where(sql`${mails.shop} = current_setting('app.shop')`),
);

/** The addresses that are blocked in a shop because a mail to them bounced. */
export const mailStops = pgTable(
  "mail_stops",
  {
    shop: text("shop").notNull(),
    /** In lower case. */
    address: text("address").notNull(),
    /** The mail server's words. */
    reason: text("reason").notNull(),
    since: timestamp("since", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.address] })],
);

/** The mail texts that a shop has customized. The others are as `texts.ts` declares them. */
export const mailTexts = pgTable(
  "mail_texts",
  {
    shop: text("shop").notNull(),
    textId: text("text_id").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
    changedBy: text("changed_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.textId] })],
);
