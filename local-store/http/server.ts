import express, { type ErrorRequestHandler, type Express } from "express";
import { adminRoutes } from "../admin/routes/admin-routes.ts";
import type { AdminServices } from "../admin/services.ts";
import { adminApiRoutes } from "../admin-api/admin-api-routes.ts";
import { agoraRoutes } from "../agora/routes.ts";
import { algoliaRoutes } from "../algolia/routes.ts";
import type { BulkRunner } from "../bulk/bulk-runner.ts";
import { fileRoutes } from "../bulk/file-routes.ts";
import { ekataRoutes } from "../ekata/routes.ts";
import { faultRoutes } from "../faults/fault-routes.ts";
import { priceSpiderRoutes } from "../pricespider/routes.ts";
import { salsifyRoutes } from "../salsify/routes.ts";
import { solrRoutes } from "../solr/routes.ts";
import { accountRoutes } from "../storefront/account-routes.tsx";
import { storefrontRoutes } from "../storefront/storefront-routes.ts";
import { themeRoutes } from "../storefront/theme-routes.tsx";
import { upsRoutes } from "../ups/routes.ts";
import { installApp, installedScopes } from "../webhooks/installation.ts";
import { knobRoutes } from "./knob-routes.ts";
import { oauthRoutes } from "./oauth-routes.ts";

/** Creates the store's Express app: health, token exchange, Admin API, files, knobs, storefronts, and admin pages. */
export function createStoreApp(
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
    oauthRoutes(store, {
      apiKey: app.apiKey,
      apiSecret: app.secret,
      scopesFor: installOnFirstUse(services),
    }),
  );
  server.use(
    adminApiRoutes(store, platform),
    fileRoutes(store),
    faultRoutes(store),
    agoraRoutes(store),
    salsifyRoutes(store),
    upsRoutes(store),
    ekataRoutes(store),
    algoliaRoutes(store),
    solrRoutes(store),
    priceSpiderRoutes(store, services.receiver),
    knobRoutes(services),
  );
  server.use(accountRoutes(store), themeRoutes(store), storefrontRoutes(store, app));
  server.use(adminRoutes(services));
  server.use(handleError);
  return server;
}

/**
 * Shopify installs a managed app when its first session token is exchanged. Concurrent exchanges of a page's loaders share one
 * installation.
 */
function installOnFirstUse({ store, app }: AdminServices): (shop: string) => Promise<string[]> {
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

/** Prints the store's own errors, which injected faults never reach, to the terminal. */
const handleError: ErrorRequestHandler = (error, request, response, next) => {
  const status = typeof error?.status === "number" ? error.status : 500;
  if (status >= 500) process.stderr.write(`${request.method} ${request.path}: ${error?.stack ?? error}\n`);
  if (response.headersSent) return next(error);
  response
    .status(status)
    .type("text")
    .send(status >= 500 ? "The local store failed. See its terminal for the error." : String(error.message));
};
