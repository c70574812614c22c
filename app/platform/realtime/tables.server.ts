import { customType, pgTable } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Large realtime messages, with the columns that the socket.io adapter requires. It deletes old rows itself. */
export const realtimeAttachments = pgTable("realtime_attachments", (column) => ({
  id: column.bigserial("id", { mode: "number" }).primaryKey(),
  createdAt: column.timestamp("created_at", { withTimezone: true }).defaultNow(),
  payload: bytea("payload"),
}));
