import { sql } from "drizzle-orm";
import { customType, index, pgTable, primaryKey } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Files that belong to a record for as long as it is kept: receipts, labels. */
export const attachments = pgTable(
  "attachments",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The name of the attachment kind: `receipt`. */
    kind: column.text("kind").notNull(),
    /** The permission that reading it requires, as JSON. Checked on each read. */
    permission: column.text("permission").notNull(),
    /** The file name of the upload, without folders. */
    name: column.text("name").notNull(),
    /** By the file's content. */
    contentType: column.text("content_type").notNull(),
    /** SHA-256 of the upload, in hexadecimal digits: the same file has the same. */
    digest: column.text("digest").notNull(),
    /** In bytes. `thumbnailSize` is null without a thumbnail. */
    size: column.integer("size").notNull(),
    thumbnailSize: column.integer("thumbnail_size"),
    /** In pixels. Null for a PDF, and until it is decoded. */
    width: column.integer("width"),
    height: column.integer("height"),
    /** Of a PDF that was decoded. */
    pageCount: column.integer("page_count"),
    /** Only one that is ready can be read. A failed one has no bytes. */
    state: column.text("state").$type<"waiting" | "ready" | "failed">().notNull().default("ready"),
    /** Why it can't be read, for the person who uploaded it. */
    problem: column.text("problem"),
    /** Whose upload it is, so that each visitor gets a fair share of the decoding. */
    sender: column.text("sender"),
    /** The name of the task that is requested when it is no longer waiting. */
    task: column.text("task"),
    decodeAttempts: column.integer("decode_attempts").notNull().default(0),
    /** What its decoding has cost, in milliseconds. */
    decodeMs: column.integer("decode_ms"),
    /** The customer it is about, so that it is erased with them. */
    customerId: column.bigint("customer_id", { mode: "number" }),
    /** In lowercase. */
    email: column.text("email"),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null while its bytes are being stored, so that no partial file can be read. */
    storedAt: column.timestamp("stored_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("attachments_of_a_customer").on(table.shop, table.customerId).where(sql`customer_id IS NOT NULL`),
    index("attachments_of_an_email").on(table.shop, table.email).where(sql`email IS NOT NULL`),
    index("attachments_waiting").on(table.shop, table.createdAt).where(sql`state = 'waiting'`),
    index("attachments_of_a_sender")
      .on(table.shop, table.sender, table.createdAt)
      .where(sql`sender IS NOT NULL`),
    index("attachments_not_stored").on(table.shop, table.createdAt).where(sql`stored_at IS NULL`),
  ],
);

/** The bytes of attachments, in parts. The last part of a file is shorter. */
export const attachmentParts = pgTable(
  "attachment_parts",
  (column) => ({
    shop: column.text("shop").notNull(),
    attachmentId: column.uuid("attachment_id").notNull(),
    /** `upload` while it waits, then `file` and `thumbnail`. */
    variant: column.text("variant").notNull(),
    position: column.integer("position").notNull(),
    bytes: bytea("bytes").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.attachmentId, table.variant, table.position] })],
);
