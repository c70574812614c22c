import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey, unique } from "drizzle-orm/pg-core";
import type { MailState } from "./mail-text";

/** The outbox: each requested mail as rendered, and its result. */
export const mails = pgTable(
  "mails",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** What the mail is for, such as `ends:17:2026-06-30:7`: the same key is the same mail. */
    key: column.text("key").notNull(),
    /** A `MailTextId`, possibly of a text that this version no longer has. */
    textId: column.text("text_id").notNull(),
    toEmail: column.text("to_email").notNull(),
    toName: column.text("to_name"),
    subject: column.text("subject").notNull(),
    textBody: column.text("text_body").notNull(),
    htmlBody: column.text("html_body").notNull(),
    /** With angle brackets; the same for every attempt. */
    messageId: column.text("message_id").notNull(),
    state: column.text("state").$type<MailState>().notNull().default("queued"),
    attempts: column.integer("attempts").notNull().default(0),
    /** Why it wasn't sent, or not yet: a sentence, or the mail server's own response. */
    lastError: column.text("last_error"),
    /** The customer that it is about. */
    customerId: column.bigint("customer_id", { mode: "number" }),
    /** Its personal link: the body has `PERSONAL_LINK` in the link's place. */
    linkId: column.uuid("link_id"),
    /** The attached file. It is read when the mail is sent. */
    fileId: column.uuid("file_id"),
    /** The flag of its function: people with the flag may see it. Without one, only the owner may. */
    flag: column.text("flag"),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    /** When it was last requested. Attempts end some time after. */
    queuedAt: column.timestamp("queued_at", { withTimezone: true }).notNull(),
    /** Part of a bulk request: mails that a person waits for are sent first. */
    isBulk: column.boolean("is_bulk").notNull().default(false),
    nextAttemptAt: column.timestamp("next_attempt_at", { withTimezone: true }).notNull(),
    /** When it was sent, bounced or failed. */
    endedAt: column.timestamp("ended_at", { withTimezone: true }),
    /** The tabs of the function that show it. Null: people with a tab limit on the function may not see it. */
    tabs: column.text("tabs").array(),
    /** The job whose file it has. */
    jobId: column.uuid("job_id"),
  }),
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
    index("mails_of_a_job").on(table.shop, table.jobId).where(sql`job_id IS NOT NULL`),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    /** In lower case. */
    address: column.text("address").notNull(),
    /** The mail server's words. */
    reason: column.text("reason").notNull(),
    since: column.timestamp("since", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.address] })],
);

/** The mail texts that a shop has customized. The others are as `texts.ts` declares them. */
export const mailTexts = pgTable(
  "mail_texts",
  (column) => ({
    shop: column.text("shop").notNull(),
    textId: column.text("text_id").notNull(),
    subject: column.text("subject").notNull(),
    body: column.text("body").notNull(),
    changedAt: column.timestamp("changed_at", { withTimezone: true }).notNull(),
    changedBy: column.text("changed_by").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.textId] })],
);
