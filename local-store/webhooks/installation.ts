import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { findShop } from "../data/shops.ts";
import { ordersOf } from "../orders/read-orders.ts";
import { type AppConfig, readAppConfig } from "./app-config.ts";
import { emit } from "./emit.ts";
import type { ComplianceTopic } from "./topics.ts";

/** An app's registration, as in the Partner Dashboard. */
export interface AppRegistration {
  apiKey: string;
  secret: string;
  /** The app's URL. A subscription's relative `uri` is resolved against it. */
  url: string;
  title: string;
  /** Path of the app's `shopify.app.toml`, which contains scopes and webhook subscriptions. */
  configFile: string;
}

/**
 * Installs the app in a shop with all scopes of `shopify.app.toml`, or accepts those that an installed app requests since. Returns the
 * granted scopes.
 */
export async function installApp(store: Store, shop: string, app: AppRegistration): Promise<string[]> {
  const config = await readAppConfig(app.configFile);
  await transaction(store, (client) => writeInstallation(client, store, shop, app, config, config.scopes));
  return config.scopes;
}

/**
 * Updates an installation when the app starts with another `shopify.app.toml`, as Shopify does for a new version of an app: webhook
 * subscriptions are replaced and scopes that it no longer requests are revoked. New scopes wait until a person accepts them
 * (`scopesToAccept`). Does nothing if the app isn't installed.
 */
export async function updateInstallation(store: Store, shop: string, app: AppRegistration): Promise<void> {
  const granted = await installedScopes(store, shop, app.apiKey);
  if (!granted) return;
  const config = await readAppConfig(app.configFile);
  const scopes = config.scopes.filter((scope) => includesScope(granted, scope));
  await transaction(store, (client) => writeInstallation(client, store, shop, app, config, scopes));
}

/** The scopes that an installed app requests and the shop hasn't granted. Empty if the app isn't installed. */
export async function scopesToAccept(store: Store, shop: string, app: AppRegistration): Promise<string[]> {
  const granted = await installedScopes(store, shop, app.apiKey);
  if (!granted) return [];
  const config = await readAppConfig(app.configFile);
  return config.scopes.filter((scope) => !includesScope(granted, scope));
}

/** Whether scopes include a scope. `write_x` includes `read_x`. */
export function includesScope(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || scopes.includes(scope.replace(/^read_/, "write_"));
}

async function writeInstallation(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  app: AppRegistration,
  config: AppConfig,
  scopes: string[],
): Promise<void> {
  const now = new Date(store.clock.now());
  await client.query(
    `INSERT INTO apps (api_key, secret, url, title) VALUES ($1, $2, $3, $4)
     ON CONFLICT (api_key) DO UPDATE SET secret = excluded.secret, url = excluded.url, title = excluded.title`,
    [app.apiKey, app.secret, app.url, app.title],
  );
  await client.query(
    `INSERT INTO app_installations (shop, api_key, scopes, installed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (shop, api_key) DO UPDATE SET scopes = excluded.scopes, uninstalled_at = NULL,
       installed_at = CASE WHEN app_installations.uninstalled_at IS NULL
         THEN app_installations.installed_at ELSE excluded.installed_at END`,
    [shop, app.apiKey, scopes, now],
  );
  // Scopes belong to the installation, so existing tokens get them too.
  await client.query("UPDATE access_tokens SET scopes = $3 WHERE shop = $1 AND api_key = $2", [
    shop,
    app.apiKey,
    scopes,
  ]);
  await client.query(
    "DELETE FROM webhook_subscriptions WHERE shop = $1 AND api_key = $2 AND source <> 'api'",
    [shop, app.apiKey],
  );
  const subscriptions = config.subscriptions.map(({ topic, uri, includeFields, compliance }) => ({
    topic,
    uri,
    source: compliance ? "compliance" : "config",
    include_fields: includeFields,
  }));
  await client.query(
    `INSERT INTO webhook_subscriptions (shop, api_key, topic, uri, source, include_fields, created_at, updated_at)
     SELECT $1, $2, topic, uri, source, include_fields, $3, $3
       FROM jsonb_to_recordset($4) AS new(topic text, uri text, source text, include_fields text[])`,
    [shop, app.apiKey, now, JSON.stringify(subscriptions)],
  );
}

/** The scopes that the shop granted to the app, or null if the app isn't installed. */
export async function installedScopes(store: Store, shop: string, apiKey: string): Promise<string[] | null> {
  const { rows } = await store.pool.query<{ scopes: string[] }>(
    "SELECT scopes FROM app_installations WHERE shop = $1 AND api_key = $2 AND uninstalled_at IS NULL",
    [shop, apiKey],
  );
  return rows[0]?.scopes ?? null;
}

/** Uninstalls the app: queues `app/uninstalled`, deletes its tokens, and keeps only its compliance subscriptions. */
export async function uninstallApp(store: Store, shop: string, apiKey: string): Promise<void> {
  const row = await findShop(store.pool, shop);
  await transaction(store, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE app_installations SET uninstalled_at = $3
       WHERE shop = $1 AND api_key = $2 AND uninstalled_at IS NULL`,
      [shop, apiKey, new Date(store.clock.now())],
    );
    if (rowCount === 0 || !row) return;
    await emit(client, store, shop, "app/uninstalled", {
      id: row.id,
      name: row.name,
      email: row.email,
      domain: row.domain,
      myshopify_domain: row.domain,
      currency: row.currency,
      iana_timezone: row.iana_timezone,
      plan_name: row.plan.toLowerCase(),
    });
    await client.query("DELETE FROM access_tokens WHERE shop = $1 AND api_key = $2", [shop, apiKey]);
    await client.query(
      "DELETE FROM webhook_subscriptions WHERE shop = $1 AND api_key = $2 AND source <> 'compliance'",
      [shop, apiKey],
    );
  });
}

/** The customer of a compliance request. */
export interface ComplianceCustomer {
  id: number;
  email: string | null;
  phone: string | null;
}

/**
 * Sends a compliance topic as Shopify does when a customer or merchant requests it. Throws if a customer topic has no `customer`.
 */
export async function triggerCompliance(
  store: Store,
  shop: string,
  topic: ComplianceTopic,
  customer?: ComplianceCustomer,
): Promise<void> {
  const row = await findShop(store.pool, shop);
  if (!row) throw new Error(`Unknown shop ${shop}.`);
  const payload: Record<string, unknown> = { shop_id: row.id, shop_domain: row.domain };
  if (topic !== "shop/redact") {
    if (!customer) throw new Error(`${topic} requires a customer.`);
    payload.customer = { id: customer.id, email: customer.email, phone: customer.phone };
  }
  const orders = customer ? (await ordersOf(store.pool, shop, customer.id)).map(({ id }) => id) : [];
  if (topic === "customers/redact") payload.orders_to_redact = orders;
  if (topic === "customers/data_request") {
    payload.orders_requested = orders;
    payload.data_request = { id: store.clock.now() };
  }
  await transaction(store, (client) => emit(client, store, shop, topic, payload));
}
