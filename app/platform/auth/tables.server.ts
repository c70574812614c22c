import { pgTable, primaryKey } from "drizzle-orm/pg-core";

/** Shopify's sessions, with the columns that `@shopify/shopify-app-session-storage-drizzle` requires. */
export const sessions = pgTable("sessions", (column) => ({
  id: column.text("id").primaryKey(),
  shop: column.text("shop").notNull(),
  state: column.text("state").notNull(),
  isOnline: column.boolean("isOnline").default(false).notNull(),
  scope: column.text("scope"),
  expires: column.timestamp("expires", { mode: "date" }),
  accessToken: column.text("accessToken").notNull(),
  userId: column.bigint("userId", { mode: "number" }),
  firstName: column.text("firstName"),
  lastName: column.text("lastName"),
  email: column.text("email"),
  accountOwner: column.boolean("accountOwner"),
  locale: column.text("locale"),
  collaborator: column.boolean("collaborator"),
  emailVerified: column.boolean("emailVerified"),
  refreshToken: column.text("refreshToken"),
  refreshTokenExpires: column.timestamp("refreshTokenExpires", { mode: "date" }),
}));

/** Shops that have or had the app installed. */
export const shops = pgTable("shops", (column) => ({
  shop: column.text("shop").primaryKey(),
  name: column.text("name").notNull(),
  currency: column.text("currency").notNull(),
  timeZone: column.text("time_zone").notNull(),
  /** The email address for customers. Null until it was fetched. */
  email: column.text("email"),
  /** CLASSIC or NEW_CUSTOMER_ACCOUNTS. Null until it was fetched. */
  customerAccounts: column.text("customer_accounts"),
  installedAt: column.timestamp("installed_at", { withTimezone: true }).notNull(),
  uninstalledAt: column.timestamp("uninstalled_at", { withTimezone: true }),
}));

/** Staff members of a shop with their granted flags and tab limits. */
export const administrators = pgTable(
  "administrators",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** Shopify's id of the staff member, which is the session token's `sub`. */
    id: column.text("id").notNull(),
    name: column.text("name").notNull(),
    email: column.text("email").notNull(),
    isOwner: column.boolean("is_owner").notNull().default(false),
    flags: column.text("flags").array().notNull().default([]),
    /** Allowed tab ids by resource setting (`showPromotion` …). A resource that is missing isn't limited. */
    tabLimits: column.jsonb("tab_limits").$type<Record<string, string[]>>().notNull().default({}),
    /** Incremented with each change of access, to detect concurrent edits. */
    version: column.integer("version").notNull().default(0),
    lastSeenAt: column.timestamp("last_seen_at", { withTimezone: true }),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Settings that the account owner changes for a shop. */
export const settings = pgTable(
  "settings",
  (column) => ({
    shop: column.text("shop").notNull(),
    key: column.text("key").notNull(),
    value: column.jsonb("value").notNull(),
    changedAt: column.timestamp("changed_at", { withTimezone: true }).notNull(),
    changedBy: column.text("changed_by").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);
