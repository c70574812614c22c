import { sql } from "drizzle-orm";
import { bigint, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Customers whose data Shopify has asked to erase. A row is deleted together with the customer's data. */
export const erasureRequests = pgTable(
  "erasure_requests",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull().default(sql`gen_random_uuid()`),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    /** The email addresses and telephone numbers that Shopify named. */
    contacts: text("contacts").array().notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
