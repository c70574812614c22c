import { sql } from "drizzle-orm";
import { pgTable, primaryKey } from "drizzle-orm/pg-core";

/** Customers whose data Shopify has asked to erase. A row is deleted together with the customer's data. */
export const erasureRequests = pgTable(
  "erasure_requests",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull().default(sql`gen_random_uuid()`),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    /** The email addresses and telephone numbers that Shopify named. */
    contacts: column.text("contacts").array().notNull(),
    requestedAt: column.timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
