import "@shopify/shopify-app-remix/adapters/node";
import type { Session } from "@shopify/shopify-api";
import { ApiVersion, AppDistribution, LogSeverity, shopifyApp } from "@shopify/shopify-app-remix/server";
import { log, withoutSecrets } from "../log.server";
import { rememberAdministrator } from "./administrators.server";
import type { Administrator } from "./permission";
import { sealedSessionStorage } from "./session-storage.server";
import { neededScopes } from "./shopify-api.server";

/** A callback for sign-ins, set once by the composition at the app's root. */
type AfterSignIn = (shop: string, administrator: Pick<Administrator, "id" | "name">) => Promise<void>;
let afterSignIn: AfterSignIn = async () => {};

/** Registers the callback that runs after each sign-in. The first sign-in of a shop is its installation. */
export function onSignIn(handler: AfterSignIn): void {
  afterSignIn = handler;
}

const LOG_LEVELS = {
  [LogSeverity.Error]: "error",
  [LogSeverity.Warning]: "warn",
  [LogSeverity.Info]: "debug",
  [LogSeverity.Debug]: "trace",
} as const;

/** Records a sign-in and runs its callback. Safe to repeat. Does nothing for an offline session. */
export async function completeSignIn(session: Session): Promise<void> {
  const person = session.onlineAccessInfo?.associated_user;
  if (!person) return;
  const id = String(person.id);
  const name = `${person.first_name} ${person.last_name}`.trim() || person.email;
  await rememberAdministrator(session.shop, {
    id,
    name,
    email: person.email,
    isOwner: person.account_owner,
  });
  await afterSignIn(session.shop, { id, name });
}

/**
 * Shopify's authentication, unmodified: session tokens from App Bridge, exchanged for an online token (who the person
 * is) and an offline token (for jobs). See https://shopify.dev/docs/api/shopify-app-remix.
 */
export const shopify = shopifyApp({
  apiKey: process.env.SHOPIFY_API_KEY ?? "",
  apiSecretKey: process.env.SHOPIFY_API_SECRET ?? "",
  apiVersion: ApiVersion.October26,
  scopes: neededScopes(),
  appUrl: process.env.SHOPIFY_APP_URL ?? "",
  authPathPrefix: "/auth",
  sessionStorage: sealedSessionStorage,
  distribution: AppDistribution.AppStore,
  useOnlineTokens: true,
  future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  logger: {
    level: LogSeverity.Info,
    log: async (severity, message) =>
      log[LOG_LEVELS[severity]]({ from: "shopify-app-remix" }, withoutSecrets(message)),
  },
  hooks: { afterAuth: ({ session }) => completeSignIn(session) },
});
