import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey } from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { type Cents, NO_CENTS } from "~/platform/money/cents";

/**
 * The mirror of the store's customers, which serves the lists: Shopify's own search lags, stops at 25,000 rows and
 * cannot search what the lists need. Shopify stays the truth. See `docs/architecture.md`.
 */
export const customers = pgTable(
  "customers",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The last segment of Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    displayName: column.text("display_name").notNull(),
    firstName: column.text("first_name"),
    lastName: column.text("last_name"),
    email: column.text("email"),
    phone: column.text("phone"),
    tags: column.text("tags").array().notNull().default([]),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: column.timestamp("updated_at", { withTimezone: true }).notNull(),
    /** ISO code of the default address. */
    countryCode: column.text("country_code"),
    amountSpentCents: column
      .bigint("amount_spent_cents", { mode: "number" })
      .$type<Cents>()
      .notNull()
      .default(NO_CENTS),
    emailMarketingState: column.text("email_marketing_state"),
    /** Values of the namespaces `stp` and `profile`, by `namespace.key`. */
    metafields: column.jsonb("metafields").$type<Record<string, string>>().notNull().default({}),
    /**
     * Derived from the tags by `registrationStatus`; `waiting` for a pending person with an open question; null for a person who isn't a
     * student.
     */
    studentStatus: column.text("student_status"),
    /** The status of a staff customer. */
    staffStatus: column.text("staff_status"),
    /** The partner in the tag `np:{partner}`; null without one. */
    nationalPartner: column.text("national_partner"),
    /** The day `stp.end_date` names, on which a registration ends; null where it names none. */
    endDate: column.date("end_date", { mode: "string" }),
    /** Since when an open question waits for the person's answer: they are `waiting` then, as long as their tag is Pending. */
    askedAt: column.timestamp("asked_at", { withTimezone: true }),
    /** What the search looks in, in lower case. */
    searchText: column
      .text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(email, '') || ' ' || display_name)`),
    /** When this row was last read from, or written through to, Shopify. */
    mirroredAt: column.timestamp("mirrored_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    // The indexes by creation end with what the search looks in: a text that many people share is looked for in the index alone.
    index("students_by_creation")
      .on(
        table.shop,
        table.studentStatus,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.searchText,
      )
      .where(sql`student_status IS NOT NULL`),
    index("students_by_name")
      .on(table.shop, table.studentStatus, nameOrder(table.displayName), table.id)
      .where(sql`student_status IS NOT NULL`),
    index("students_by_email")
      .on(table.shop, table.studentStatus, sql`lower(coalesce(${table.email}, ''))`, table.id)
      .where(sql`student_status IS NOT NULL`),
    index("staff_by_creation")
      .on(
        table.shop,
        table.staffStatus,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.searchText,
      )
      .where(sql`staff_status IS NOT NULL`),
    index("staff_by_name")
      .on(table.shop, table.staffStatus, nameOrder(table.displayName), table.id)
      .where(sql`staff_status IS NOT NULL`),
    index("staff_by_email")
      .on(table.shop, table.staffStatus, sql`lower(coalesce(${table.email}, ''))`, table.id)
      .where(sql`staff_status IS NOT NULL`),
    index("national_by_creation")
      .on(table.shop, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.searchText)
      .where(sql`national_partner IS NOT NULL`),
    index("national_of_partner_by_creation")
      .on(
        table.shop,
        table.nationalPartner,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.searchText,
      )
      .where(sql`national_partner IS NOT NULL`),
    index("national_by_partner")
      .on(table.shop, nameOrder(table.nationalPartner), table.id)
      .where(sql`national_partner IS NOT NULL`),
    index("national_by_name")
      .on(table.shop, nameOrder(table.displayName), table.id)
      .where(sql`national_partner IS NOT NULL`),
    index("national_by_email")
      .on(table.shop, sql`lower(coalesce(${table.email}, ''))`, table.id)
      .where(sql`national_partner IS NOT NULL`),
    index("customers_by_end").on(table.shop, table.endDate, table.id).where(sql`end_date IS NOT NULL`),
    // Imports look people up by their address, whatever else they are.
    index("customers_by_email").on(table.shop, sql`lower(${table.email})`),
    index("customers_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
  ],
);

/**
 * The customers of the transaction's shop, for the lists. Row-level security has every row's shop checked before anything else
 * may look at it, and so keeps LIKE and `lower()` from using their indexes (they are not LEAKPROOF): a search would read the
 * whole shop. This view asks the policy's own question inside the database, as the tables' owner and without that order. What
 * the order guards against, SQL of a stranger's making with functions that leak what they see, does not exist here.
 */
export const customersOfShop = pgView("customers_of_shop").as((view) =>
  view.select().from(customers).where(sql`${customers.shop} = current_setting('app.shop')`),
);

/**
 * How many registrations have each status, and how many customers each national partner has (`registration` is then
 * `national`, `status` the partner): kept by a trigger on `customers`, never counted when a page is shown.
 */
export const registrationCounts = pgTable(
  "registration_counts",
  (column) => ({
    shop: column.text("shop").notNull(),
    registration: column.text("registration").notNull(),
    status: column.text("status").notNull(),
    count: column.bigint("count", { mode: "number" }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.registration, table.status] })],
);

/** Customers that must be read again, because a webhook named them and the mirror is older than the event. */
export const staleCustomers = pgTable(
  "stale_customers",
  (column) => ({
    shop: column.text("shop").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    queuedAt: column.timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);
