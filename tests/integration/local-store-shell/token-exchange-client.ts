/**
 * Runs Shopify's library in a separate process with the bridge preloaded, as the app does:
 * `node --import local-store/bridge/register.ts token-exchange-client.ts <session token> <offline|online>`.
 * Prints the session or the error.
 */
import "@shopify/shopify-api/adapters/node";
import { ApiVersion, LogSeverity, RequestedTokenType, shopifyApi } from "@shopify/shopify-api";

const [sessionToken = "", kind] = process.argv.slice(2);
const api = shopifyApi({
  apiKey: process.env.SHOPIFY_API_KEY ?? "",
  apiSecretKey: process.env.SHOPIFY_API_SECRET ?? "",
  apiVersion: ApiVersion.October26,
  hostName: "localhost",
  isEmbeddedApp: true,
  logger: { level: LogSeverity.Error },
});
const shop = "backroom-demo.myshopify.com";
try {
  const { session } = await api.auth.tokenExchange({
    shop,
    sessionToken,
    requestedTokenType:
      kind === "online" ? RequestedTokenType.OnlineAccessToken : RequestedTokenType.OfflineAccessToken,
    expiring: true,
  });
  const refreshed = session.refreshToken
    ? await api.auth.refreshToken({ shop, refreshToken: session.refreshToken })
    : undefined;
  process.stdout.write(JSON.stringify({ session, refreshed: refreshed?.session }));
} catch (error) {
  process.stdout.write(
    JSON.stringify({ error: error instanceof Error ? error.constructor.name : String(error) }),
  );
}
