import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Shopify's sessions, with the columns that `@shopify/shopify-app-session-storage-drizzle` requires. */
export const sessions = pgTable("sessions", {
  id: text("id").primaryKey(),
  shop: text("shop").notNull(),
  state: text("state").notNull(),
  isOnline: boolean("isOnline").default(false).notNull(),
  scope: text("scope"),
  expires: timestamp("expires", { mode: "date" }),
  accessToken: text("accessToken").notNull(),
  userId: bigint("userId", { mode: "number" }),
  firstName: text("firstName"),
  lastName: text("lastName"),
  email: text("email"),
  accountOwner: boolean("accountOwner"),
  locale: text("locale"),
  collaborator: boolean("collaborator"),
  emailVerified: boolean("emailVerified"),
  refreshToken: text("refreshToken"),
  refreshTokenExpires: timestamp("refreshTokenExpires", { mode: "date" }),
});

/** Shops that have or had the app installed. */
export const shops = pgTable("shops", {
  shop: text("shop").primaryKey(),
  name: text("name").notNull(),
  currency: text("currency").notNull(),
  timeZone: text("time_zone").notNull(),
  /** The email address for customers. Null until it was fetched. */
  email: text("email"),
  /** CLASSIC or NEW_CUSTOMER_ACCOUNTS. Null until it was fetched. */
  customerAccounts: text("customer_accounts"),
  installedAt: timestamp("installed_at", { withTimezone: true }).notNull(),
  uninstalledAt: timestamp("uninstalled_at", { withTimezone: true }),
});

/** Staff members of a shop with their granted flags and tab limits. */
export const administrators = pgTable(
  "administrators",
  {
    shop: text("shop").notNull(),
    /** Shopify's id of the staff member, which is the session token's `sub`. */
    id: text("id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    isOwner: boolean("is_owner").notNull().default(false),
    flags: text("flags").array().notNull().default([]),
    /** Allowed tab ids by resource setting (`showPromotion` …). A resource that is missing isn't limited. */
    tabLimits: jsonb("tab_limits").$type<Record<string, string[]>>().notNull().default({}),
    /** Incremented with each change of access, to detect concurrent edits. */
    version: integer("version").notNull().default(0),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Settings that the account owner changes for a shop. */
export const settings = pgTable(
  "settings",
  {
    shop: text("shop").notNull(),
    key: text("key").notNull(),
    value: jsonb("value").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
    changedBy: text("changed_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);
