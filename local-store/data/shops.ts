import { randomBytes } from "node:crypto";
import type { Queryable, Store } from "./database.ts";
import type { AccessTokenRow, ShopPlan, ShopRow, StaffMemberRow } from "./rows.ts";

/** A shop's fields. Missing fields get the table's defaults. */
export interface ShopInput {
  domain: string;
  id?: number;
  name: string;
  email: string;
  currency: string;
  ianaTimezone: string;
  plan?: ShopPlan;
  partnerDevelopment?: boolean;
  customerAccountsVersion?: ShopRow["customer_accounts_version"];
  staff: Array<{ id: number; firstName: string; lastName: string; email: string; isShopOwner: boolean }>;
}

/** Creates or updates a shop and its staff members. */
export async function upsertShop(store: Store, input: ShopInput): Promise<ShopRow> {
  const { rows } = await store.pool.query<ShopRow>(
    `INSERT INTO shops (domain, name, email, currency, iana_timezone, plan, customer_accounts_version, created_at,
       partner_development, id)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, 'NEW_CUSTOMER_ACCOUNTS'), $8, $9, coalesce($10, nextval('shopify_id')))
     ON CONFLICT (domain) DO UPDATE SET name = excluded.name, email = excluded.email, currency = excluded.currency,
       iana_timezone = excluded.iana_timezone, plan = excluded.plan,
       customer_accounts_version = coalesce($7, shops.customer_accounts_version),
       partner_development = excluded.partner_development
     RETURNING *`,
    [
      input.domain,
      input.name,
      input.email,
      input.currency,
      input.ianaTimezone,
      input.plan ?? "PLUS",
      input.customerAccountsVersion,
      new Date(store.clock.now()),
      input.partnerDevelopment ?? false,
      input.id,
    ],
  );
  for (const member of input.staff) {
    await store.pool.query(
      `INSERT INTO staff_members (shop, id, first_name, last_name, email, is_shop_owner)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (shop, id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
         email = excluded.email, is_shop_owner = excluded.is_shop_owner`,
      [input.domain, member.id, member.firstName, member.lastName, member.email, member.isShopOwner],
    );
  }
  return rows[0] as ShopRow;
}

/** The shop with this domain, or null. */
export async function findShop(db: Queryable, domain: string): Promise<ShopRow | null> {
  const { rows } = await db.query<ShopRow>("SELECT * FROM shops WHERE domain = $1", [domain]);
  return rows[0] ?? null;
}

/** A staff member, or null. */
export async function findStaffMember(
  db: Queryable,
  shop: string,
  id: number,
): Promise<StaffMemberRow | null> {
  const { rows } = await db.query<StaffMemberRow>("SELECT * FROM staff_members WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rows[0] ?? null;
}

/** An access token to issue. It is an online token with `staffId`, and an expiring one with `lifetimeSeconds`. */
export interface AccessTokenRequest {
  apiKey: string;
  scopes: string[];
  staffId?: number;
  lifetimeSeconds?: number;
  refreshLifetimeSeconds?: number;
  /** The refresh token that it is issued for. */
  refreshedFrom?: string;
}

/** Issues an access token for the Admin API, with a refresh token if `refreshLifetimeSeconds` is set. */
export async function issueAccessToken(
  store: Store,
  shop: string,
  request: AccessTokenRequest,
): Promise<AccessTokenRow> {
  const now = store.clock.now();
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(now + seconds * 1000);
  const { rows } = await store.pool.query<AccessTokenRow>(
    `INSERT INTO access_tokens
       (token, shop, api_key, staff_id, scopes, created_at, expires_at, refresh_token, refresh_expires_at, refreshed_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
    [
      `shpat_${randomBytes(16).toString("hex")}`,
      shop,
      request.apiKey,
      request.staffId ?? null,
      request.scopes,
      new Date(now),
      after(request.lifetimeSeconds),
      request.refreshLifetimeSeconds === undefined ? null : `shprt_${randomBytes(16).toString("hex")}`,
      after(request.refreshLifetimeSeconds),
      request.refreshedFrom,
    ],
  );
  return rows[0] as AccessTokenRow;
}

/** The shop's unexpired access token, or null. */
export async function findAccessToken(
  store: Store,
  shop: string,
  token: string,
): Promise<AccessTokenRow | null> {
  const { rows } = await store.pool.query<AccessTokenRow>(
    "SELECT * FROM access_tokens WHERE token = $1 AND shop = $2 AND (expires_at IS NULL OR expires_at > $3)",
    [token, shop, new Date(store.clock.now())],
  );
  return rows[0] ?? null;
}

/**
 * Uses the shop's unexpired refresh token. As at Shopify, the one that it replaces is taken until then, because the answer with this one may
 * have been lost. @returns its row, or null
 */
export async function takeRefreshToken(
  store: Store,
  shop: string,
  refreshToken: string,
): Promise<AccessTokenRow | null> {
  const { rows } = await store.pool.query<AccessTokenRow>(
    "SELECT * FROM access_tokens WHERE refresh_token = $1 AND shop = $2 AND refresh_expires_at > $3",
    [refreshToken, shop, new Date(store.clock.now())],
  );
  const [row] = rows;
  if (row?.refreshed_from)
    await store.pool.query(
      "UPDATE access_tokens SET refresh_token = NULL WHERE shop = $1 AND refresh_token = $2",
      [shop, row.refreshed_from],
    );
  return row ?? null;
}
