import { json, type Request, type Response, Router, urlencoded } from "express";
import { type Administrator, administratorOf, type ShopConfig, shopByDomain } from "../config.ts";
import type { Store } from "../data/database.ts";
import { issueAccessToken, takeRefreshToken } from "../data/shops.ts";
import { requestedShop } from "./requested-shop.ts";
import { verifySessionToken } from "./session-token.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ONLINE_TOKEN = "urn:shopify:params:oauth:token-type:online-access-token";
const OFFLINE_TOKEN = "urn:shopify:params:oauth:token-type:offline-access-token";

const ONLINE_LIFETIME_SECONDS = 24 * 60 * 60;
const OFFLINE_LIFETIME_SECONDS = 60 * 60;
const REFRESH_LIFETIME_SECONDS = 90 * 24 * 60 * 60;

export interface OauthOptions {
  apiKey: string;
  apiSecret: string;
  /** The app's scopes in a shop. Installs the app if necessary. */
  scopesFor: (shopDomain: string) => Promise<string[]>;
}

/**
 * POST /admin/oauth/access_token: token exchange and the refresh of expiring offline tokens.
 * Source: https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/token-exchange
 */
export function oauthRoutes(store: Store, options: OauthOptions): Router {
  const router = Router();
  router.post(
    "/admin/oauth/access_token",
    json(),
    urlencoded({ extended: false }),
    (request, response, next) => {
      handleTokenRequest(store, options, request, response).catch(next);
    },
  );
  return router;
}

async function handleTokenRequest(
  store: Store,
  options: OauthOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const shop = shopByDomain(requestedShop(request));
  const body: Record<string, unknown> = request.body ?? {};
  if (!shop) return refuse(response, 404, "shop_not_found", "Unknown shop.");
  if (body.client_id !== options.apiKey || body.client_secret !== options.apiSecret)
    return refuse(response, 401, "invalid_client", "Client authentication failed.");
  if (body.grant_type === "refresh_token") return refresh(store, options, shop, body, response);
  if (body.grant_type !== TOKEN_EXCHANGE)
    return refuse(
      response,
      400,
      "unsupported_grant_type",
      "The grant type must be token exchange or refresh.",
    );
  return exchange(store, options, shop, body, response);
}

async function exchange(
  store: Store,
  options: OauthOptions,
  shop: ShopConfig,
  body: Record<string, unknown>,
  response: Response,
): Promise<void> {
  const claims = verifySessionToken(String(body.subject_token ?? ""), {
    apiKey: options.apiKey,
    apiSecret: options.apiSecret,
    now: new Date(store.clock.now()),
  });
  const administrator = claims && administratorOf(shop, claims.sub);
  if (!administrator || claims.dest !== `https://${shop.domain}`)
    return refuse(response, 400, "invalid_subject_token", "The session token is not valid for this shop.");
  if (body.requested_token_type === ONLINE_TOKEN) {
    response.json(await onlineToken(store, options, shop, administrator));
    return;
  }
  if (body.requested_token_type === OFFLINE_TOKEN) {
    response.json(await offlineToken(store, options, shop, isTrue(body.expiring)));
    return;
  }
  return refuse(response, 400, "invalid_request", "Request an online or an offline access token.");
}

async function refresh(
  store: Store,
  options: OauthOptions,
  shop: ShopConfig,
  body: Record<string, unknown>,
  response: Response,
): Promise<void> {
  const refreshedFrom = String(body.refresh_token ?? "");
  const storedToken = await takeRefreshToken(store, shop.domain, refreshedFrom);
  if (!storedToken || storedToken.api_key !== options.apiKey)
    return refuse(response, 400, "invalid_grant", "The refresh token is unknown or has expired.");
  response.json(await offlineToken(store, options, shop, true, refreshedFrom));
}

async function onlineToken(
  store: Store,
  options: OauthOptions,
  shop: ShopConfig,
  administrator: Administrator,
) {
  const scopes = await options.scopesFor(shop.domain);
  const issued = await issueAccessToken(store, shop.domain, {
    apiKey: options.apiKey,
    scopes,
    staffId: Number(administrator.id),
    lifetimeSeconds: ONLINE_LIFETIME_SECONDS,
  });
  const scope = scopes.join(",");
  return {
    access_token: issued.token,
    scope,
    expires_in: ONLINE_LIFETIME_SECONDS - 1,
    associated_user_scope: scope,
    associated_user: {
      id: Number(administrator.id),
      first_name: administrator.firstName,
      last_name: administrator.lastName,
      email: administrator.email,
      account_owner: administrator.isAccountOwner,
      locale: administrator.locale,
      collaborator: false,
      email_verified: true,
    },
  };
}

async function offlineToken(
  store: Store,
  options: OauthOptions,
  shop: ShopConfig,
  expiring: boolean,
  refreshedFrom?: string,
) {
  const scopes = await options.scopesFor(shop.domain);
  const issued = await issueAccessToken(store, shop.domain, {
    apiKey: options.apiKey,
    scopes,
    refreshedFrom,
    ...(expiring
      ? { lifetimeSeconds: OFFLINE_LIFETIME_SECONDS, refreshLifetimeSeconds: REFRESH_LIFETIME_SECONDS }
      : {}),
  });
  return {
    access_token: issued.token,
    scope: scopes.join(","),
    ...(expiring
      ? {
          expires_in: OFFLINE_LIFETIME_SECONDS,
          refresh_token: issued.refresh_token,
          refresh_token_expires_in: REFRESH_LIFETIME_SECONDS,
        }
      : {}),
  };
}

function isTrue(value: unknown): boolean {
  return value === "1" || value === 1 || value === true || value === "true";
}

function refuse(response: Response, status: number, error: string, description: string): void {
  response.status(status).json({ error, error_description: description });
}
