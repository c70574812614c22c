import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, shopifyApi as createShopifyApi, LogSeverity } from "@shopify/shopify-api";
import { log, withoutSecrets } from "~/platform/log.server";

/**
 * Verifies session tokens and signatures, without a network call. The `authenticate` functions of Shopify's Remix library also renew
 * the shop's access token. Shopify refuses that once the app was removed, and then no webhook of the shop could be processed.
 */
export const shopifyApi = createShopifyApi({
  apiKey: process.env.SHOPIFY_API_KEY ?? "",
  apiSecretKey: process.env.SHOPIFY_API_SECRET ?? "",
  apiVersion: ApiVersion.October26,
  hostName: new URL(process.env.SHOPIFY_APP_URL || "https://localhost").host,
  isEmbeddedApp: true,
  // Its startup messages would be plain text in the JSON log.
  logger: {
    level: LogSeverity.Warning,
    log: async (_severity, message) => log.warn({ from: "shopify-api" }, withoutSecrets(message)),
  },
});

/** The parameter with the number of the signed-in customer. Empty without one. */
export const PROXY_CUSTOMER = "logged_in_customer_id";

/**
 * True when Shopify's app proxy signed the parameters of a request. False also for a signature that is older than 90 seconds, and for
 * a second shop, time or signature. The library throws for these. A second customer is one that the visitor's own address names.
 */
export async function isSignedByAppProxy(parameters: URLSearchParams): Promise<boolean> {
  if (parameters.getAll(PROXY_CUSTOMER).length > 1) return false;
  return shopifyApi.utils.validateHmac(parameters, { signator: "appProxy" }).catch(() => false);
}

/** The access scopes, as in shopify.app.toml. */
const SCOPES =
  "read_customers,write_customers,read_products,write_products,read_files,write_files,read_orders,read_all_orders,write_orders," +
  "read_fulfillments,read_locations,read_returns,write_returns,read_discounts,write_discounts,read_store_credit_accounts," +
  "read_store_credit_account_transactions,write_store_credit_account_transactions,write_app_proxy";

/** The scopes that the app needs. `SCOPES` replaces them. */
export const neededScopes = (env: NodeJS.ProcessEnv = process.env): string[] =>
  (env.SCOPES ?? SCOPES).split(",").map((scope) => scope.trim());
