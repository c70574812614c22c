import {
  bigint,
  bigserial,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

/** The personal links of requests. Each email gets a link of its own, which expires. */
export const requestLinks = pgTable(
  "request_links",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** The name of the request kind. */
    kind: text("kind").notNull(),
    /** What the request is about: the id of a record of the kind. */
    subjectId: text("subject_id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("request_links_of_subject").on(table.shop, table.kind, table.subjectId, table.createdAt),
    index("request_links_by_expiry").on(table.shop, table.expiresAt),
  ],
);

/** What staff asked a customer, and what the customer answered, on a request. */
export const requestMessages = pgTable(
  "request_messages",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    kind: text("kind").notNull(),
    subjectId: text("subject_id").notNull(),
    author: text("author").$type<"staff" | "customer">().notNull(),
    text: text("text").notNull(),
    /** The file that the customer sent. */
    attachmentId: uuid("attachment_id"),
    /** The file of the record that it replaced, and that is kept. */
    replacedId: uuid("replaced_id"),
    /** Made by the form, or the operation of staff. The same form sent twice is one message. */
    operationId: text("operation_id").notNull(),
    /** The customer it is about, so that it is erased with them. The address is in lowercase. */
    customerId: bigint("customer_id", { mode: "number" }),
    email: text("email"),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
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
