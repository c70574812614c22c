import { index, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";

/** The personal links of requests. Each email gets a link of its own, which expires. */
export const requestLinks = pgTable(
  "request_links",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The name of the request kind. */
    kind: column.text("kind").notNull(),
    /** What the request is about: the id of a record of the kind. */
    subjectId: column.text("subject_id").notNull(),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("request_links_of_subject").on(table.shop, table.kind, table.subjectId, table.createdAt),
    index("request_links_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/** What staff asked a customer, and what the customer answered, on a request. */
export const requestMessages = pgTable(
  "request_messages",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    kind: column.text("kind").notNull(),
    subjectId: column.text("subject_id").notNull(),
    author: column.text("author").$type<"staff" | "customer">().notNull(),
    text: column.text("text").notNull(),
    /** The file that the customer sent. */
    attachmentId: column.uuid("attachment_id"),
    /** The file of the record that it replaced, and that is kept. */
    replacedId: column.uuid("replaced_id"),
    /** Made by the form, or the operation of staff. The same form sent twice is one message. */
    operationId: column.text("operation_id").notNull(),
    /** The customer it is about, so that it is erased with them. The address is in lowercase. */
    customerId: column.bigint("customer_id", { mode: "number" }),
    email: column.text("email"),
    at: column.timestamp("at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique("one_request_message_per_operation").on(
      table.shop,
      table.kind,
      table.subjectId,
      table.operationId,
    ),
    index("request_messages_of_customer").on(table.shop, table.customerId),
    index("request_messages_of_email").on(table.shop, table.email),
  ],
);
