import express, { type ErrorRequestHandler, type Express } from "express";
import { adminRoutes } from "../admin/routes/index.ts";
import type { AdminServices } from "../admin/services.ts";
import { adminApi } from "../admin-api/handler.ts";
import { agoraRoutes } from "../agora/routes.ts";
import { fileRoutes } from "../bulk/files.ts";
import type { BulkRunner } from "../bulk/runner.ts";
import { faultRoutes } from "../faults/routes.ts";
import { accountRoutes } from "../storefront/account-routes.tsx";
import { storefrontRoutes } from "../storefront/routes.ts";
import { installApp, installedScopes } from "../webhooks/installation.ts";
import { knobRoutes } from "./knob-routes.ts";
import { oauthRouter } from "./oauth.ts";

/** Answers the store's requests: health, token exchange, the Admin API, files, knobs, the storefronts, the admin pages. */
export function storeRequests(
  services: AdminServices,
  platform: { bulk: BulkRunner; publicUrl: string },
): Express {
  const { store, app } = services;
  const server = express();
  server.disable("x-powered-by");
  server.set("etag", false);
  server.get("/healthz", (_request, response, next) => {
    store.pool
      .query("SELECT 1")
      .then(() => response.type("text").send("ok"))
      .catch(next);
  });
  server.use(
    oauthRouter(store, {
      apiKey: app.apiKey,
      apiSecret: app.secret,
      scopesFor: installedOnFirstUse(services),
    }),
  );
  server.use(
    adminApi(store, platform),
    fileRoutes(store),
    faultRoutes(store),
    agoraRoutes(store),
    knobRoutes(services),
  );
  server.use(accountRoutes(store), storefrontRoutes(store, app));
  server.use(adminRoutes(services));
  server.use(answerError);
  return server;
}

/**
 * Shopify installs a managed app when its first session token is exchanged. A page's loaders exchange theirs side by side: they share
 * one installation.
 */
function installedOnFirstUse({ store, app }: AdminServices): (shop: string) => Promise<string[]> {
  const installing = new Map<string, Promise<string[]>>();
  return async (shop) => {
    const scopes = await installedScopes(store, shop, app.apiKey);
    if (scopes) return scopes;
    const installation =
      installing.get(shop) ?? installApp(store, shop, app).finally(() => installing.delete(shop));
    installing.set(shop, installation);
    return installation;
  };
}

/** The store's own faults, unlike those that its knobs make: the person at the terminal wants to see them. */
const answerError: ErrorRequestHandler = (error, request, response, next) => {
  const status = typeof error?.status === "number" ? error.status : 500;
  if (status >= 500) process.stderr.write(`${request.method} ${request.path}: ${error?.stack ?? error}\n`);
  if (response.headersSent) return next(error);
  response
    .status(status)
    .type("text")
    .send(status >= 500 ? "The local store failed; its terminal says why." : String(error.message));
};
