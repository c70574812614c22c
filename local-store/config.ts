/**
 * The local store's fixed configuration: app credentials, shops, administrators, and ports. Scripts and tests rely on these values.
 * They are safe to publish because they give access to this machine's store only.
 */

import type { ShopPlan } from "./data/rows.ts";

export interface Administrator {
  /** The `sub` claim of the session tokens, and the staff member's numeric id. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAccountOwner: boolean;
  readonly locale: string;
}

export interface ShopConfig {
  /** `backroom-demo.myshopify.com`: the shop in the Admin API, tokens, and webhooks. */
  readonly domain: string;
  /** `backroom-demo`: the shop in the Shopify admin's URLs (`/store/backroom-demo`). */
  readonly handle: string;
  readonly name: string;
  readonly email: string;
  readonly currencyCode: string;
  readonly timeZone: string;
  readonly plan: ShopPlan;
  readonly administrators: readonly Administrator[];
}

/** The app's registration, as in the Partner Dashboard. */
export const application = {
  apiKey: "backroom-local",
  apiSecret: "backroom-local-secret",
  handle: "backroom",
  name: "Backroom",
} as const;

export const shops: readonly ShopConfig[] = [
  {
    domain: "backroom-demo.myshopify.com",
    handle: "backroom-demo",
    name: "Backroom Demo",
    email: "hello@backroom-demo.example",
    currencyCode: "USD",
    timeZone: "America/New_York",
    plan: "PLUS",
    administrators: [
      administrator("1", "Olivia", "Owner", "olivia@backroom-demo.example", true),
      administrator("2", "Carl", "Credit", "carl@backroom-demo.example", false),
      administrator("3", "Nora", "Novak", "nora@backroom-demo.example", false),
      administrator("4", "Rita", "Ruiz", "rita@backroom-demo.example", false),
      administrator("5", "Ben", "Baker", "ben@backroom-demo.example", false),
    ],
  },
  {
    domain: "backroom-second.myshopify.com",
    handle: "backroom-second",
    name: "Backroom Second",
    email: "hallo@backroom-second.example",
    currencyCode: "EUR",
    timeZone: "Europe/Berlin",
    plan: "ADVANCED",
    administrators: [
      administrator("1", "Oskar", "Ohlsen", "oskar@backroom-second.example", true),
      administrator("2", "Clara", "Krenz", "clara@backroom-second.example", false),
      administrator("3", "Nils", "Noack", "nils@backroom-second.example", false),
      administrator("4", "Rosa", "Richter", "rosa@backroom-second.example", false),
      administrator("5", "Bernd", "Brandt", "bernd@backroom-second.example", false),
    ],
  },
];

function administrator(
  id: string,
  firstName: string,
  lastName: string,
  email: string,
  isAccountOwner: boolean,
): Administrator {
  return { id, firstName, lastName, email, isAccountOwner, locale: "en" };
}

/** The shop with this myshopify.com domain, or undefined. */
export function shopByDomain(domain: string): ShopConfig | undefined {
  return shops.find((shop) => shop.domain === domain.toLowerCase());
}

/** The shop with this handle, or undefined. */
export function shopByHandle(handle: string): ShopConfig | undefined {
  return shops.find((shop) => shop.handle === handle);
}

/** The shop's administrator with this `sub` claim, or undefined. */
export function administratorOf(shop: ShopConfig, id: string): Administrator | undefined {
  return shop.administrators.find((each) => each.id === id);
}

export interface LocalStoreSettings {
  readonly port: number;
  /** The address to bind; the loopback address by default. */
  readonly host: string;
  readonly smtpPort: number;
  /** Of PriceSpider's servers. 0, the default, chooses a free port. */
  readonly ftpPort: number;
  readonly sftpPort: number;
  readonly appUrl: string;
  /** Undefined to use the bundled PostgreSQL. */
  readonly databaseUrl: string | undefined;
}

/**
 * Reads the ports and addresses from the environment.
 * @throws Error that names the variable if a port is invalid.
 */
export function settingsFromEnvironment(env: NodeJS.ProcessEnv = process.env): LocalStoreSettings {
  const appPort = portFrom(env, "PORT", 3000);
  return {
    port: portFrom(env, "LOCAL_STORE_PORT", 3100),
    host: env.LOCAL_STORE_HOST || "127.0.0.1",
    smtpPort: portFrom(env, "LOCAL_STORE_SMTP_PORT", 3125),
    ftpPort: portFrom(env, "LOCAL_STORE_FTP_PORT", 0),
    sftpPort: portFrom(env, "LOCAL_STORE_SFTP_PORT", 0),
    appUrl: (env.SHOPIFY_APP_URL || `http://localhost:${appPort}`).replace(/\/+$/, ""),
    databaseUrl: env.LOCAL_STORE_DATABASE_URL || undefined,
  };
}

function portFrom(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = env[variable];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${variable} must be a port number from 0 to 65535, not "${text}".`);
  return port;
}
