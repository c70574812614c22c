import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { ReadLine } from "./reading";

/** What was read from the receipts of submissions. One that was decided before receipts were read has no row. */
export const receiptReadings = pgTable(
  "receipt_readings",
  (column) => ({
    shop: column.text("shop").notNull(),
    submissionId: column.bigint("submission_id", { mode: "number" }).notNull(),
    /** The file that is read. A receipt that can't be decoded is replaced by another one. */
    attachmentId: column.uuid("attachment_id").notNull(),
    state: column.text("state").$type<"waiting" | "ready" | "failed">().notNull(),
    attempts: column.integer("attempts").notNull().default(0),
    requestedAt: column.timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
    /** The text layer of a PDF, or its picture. Null until it is ready. */
    source: column.text("source").$type<"text" | "picture">(),
    /** From top to bottom. The fields are found in them by rules each time, so that a better rule needs no new reading. */
    lines: column.jsonb("lines").$type<ReadLine[]>(),
    /** What the reading has cost, in milliseconds. */
    readMs: column.integer("read_ms"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.submissionId] }),
    index("receipt_readings_waiting").on(table.shop, table.requestedAt).where(sql`state = 'waiting'`),
  ],
);

/**
 * What the content of receipts is found again by: hashes of facts that few receipts share, such as a number, or a time and an amount. Each
 * receipt has several, because a crop leaves only some.
 */
export const receiptContentKeys = pgTable(
  "receipt_content_keys",
  (column) => ({
    shop: column.text("shop").notNull(),
    key: column.bigint("key", { mode: "bigint" }).notNull(),
    submissionId: column.bigint("submission_id", { mode: "number" }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.key, table.submissionId] }),
    index("content_keys_of_a_submission").on(table.shop, table.submissionId),
  ],
);
