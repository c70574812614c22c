import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Shopify's sessions, in the columns that `@shopify/shopify-app-session-storage-drizzle` wants. Read by no shop's work. */
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

/** A shop that has, or had, the app installed. */
export const shops = pgTable("shops", {
  shop: text("shop").primaryKey(),
  name: text("name").notNull(),
  currency: text("currency").notNull(),
  timeZone: text("time_zone").notNull(),
  /** Where the shop's customers write to; null until it was asked for. */
  email: text("email"),
  /** Shopify's word for its kind of customer accounts, CLASSIC or NEW_CUSTOMER_ACCOUNTS; null until it was asked for. */
  customerAccounts: text("customer_accounts"),
  installedAt: timestamp("installed_at", { withTimezone: true }).notNull(),
  uninstalledAt: timestamp("uninstalled_at", { withTimezone: true }),
});

/** Who may do what: a Shopify staff member of a shop, the flags granted, and tab limits per resource setting. */
export const administrators = pgTable(
  "administrators",
  {
    shop: text("shop").notNull(),
    /** Shopify's id of the staff member: the session token's `sub`. */
    id: text("id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    isOwner: boolean("is_owner").notNull().default(false),
    flags: text("flags").array().notNull().default([]),
    /** Resource setting (`showPromotion` …) to the ids of the tabs allowed; a resource that is absent is not limited. */
    tabLimits: jsonb("tab_limits").$type<Record<string, string[]>>().notNull().default({}),
    /** Counts the changes of the grants, so that two people editing them at once notice each other. */
    version: integer("version").notNull().default(0),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Switches and values that an owner sets for a shop. */
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
