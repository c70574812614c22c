import { sql } from "drizzle-orm";
import { customType, index, pgTable, primaryKey } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Files that were created or uploaded, kept for a few days. They are in the database, so that each process can serve them. */
export const files = pgTable(
  "files",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The file name for the download: `Student_Pending_Report_20260615T120000Z.xlsx`. */
    name: column.text("name").notNull(),
    contentType: column.text("content_type").notNull(),
    /** The permission that reading it requires, as JSON. Checked on each read. */
    permission: column.text("permission").notNull(),
    madeById: column.text("made_by_id").notNull(),
    madeByName: column.text("made_by_name").notNull(),
    /** Everyone with the permission can read it, as a report. Else only the person who created it and the account owner can. */
    isShared: column.boolean("is_shared").notNull().default(false),
    /** The job that created it. */
    jobId: column.uuid("job_id"),
    /** In bytes. `parts` is the number of rows in `file_parts`. */
    size: column.bigint("size", { mode: "number" }).notNull().default(0),
    parts: column.integer("parts").notNull().default(0),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null while it is being written, so that no partial file can be read. */
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("files_of_a_job").on(table.shop, table.jobId).where(sql`job_id IS NOT NULL`),
    index("files_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/** The bytes of a file, in parts of `PART_BYTES`. The last one is shorter. */
export const fileParts = pgTable(
  "file_parts",
  (column) => ({
    shop: column.text("shop").notNull(),
    fileId: column.uuid("file_id").notNull(),
    position: column.integer("position").notNull(),
    bytes: bytea("bytes").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.fileId, table.position] })],
);
