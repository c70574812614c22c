import { readFile } from "node:fs/promises";
import { type Request, type RequestHandler, type Response, Router, raw } from "express";
import { type ShopConfig, shopByDomain } from "../config.ts";
import type { Store } from "../data/database.ts";
import { type AppProxy, readAppConfig } from "../webhooks/app-config.ts";
import { type AppRegistration, installedScopes } from "../webhooks/installation.ts";
import { forwardToApp, type VisitorRequest } from "./forward-to-app.ts";
import { homePage, messagePage, renderLiquidPage, storefrontPath } from "./layout.tsx";
import { signedInCustomerId } from "./sign-in.ts";
import { blockNames } from "./theme-blocks.ts";
import { readThemeCollection } from "./theme-collection.ts";

/** Response headers that are returned to the visitor. */
const RETURNED_HEADERS = [
  "cache-control",
  "content-security-policy",
  "location",
  "referrer-policy",
  "retry-after",
  "x-content-type-options",
  "x-robots-tag",
];

/** The shops' storefronts: a home page, and the paths of the app proxy (`[app_proxy]` in shopify.app.toml). */
export function storefrontRoutes(store: Store, app: AppRegistration): Router {
  const router = Router();
  router.get("/storefront.css", (_request, response, next) => {
    readFile(new URL("./storefront.css", import.meta.url), "utf8")
      .then((css) => response.set("Cache-Control", "no-cache").type("css").send(css))
      .catch(next);
  });
  router.get(
    "/storefront/:domain",
    forShop(async (shop, _request, response) => void response.send(homePage(shop, blockNames))),
  );
  router.get(
    "/storefront/:domain/collections/:handle.json",
    forShop(async (shop, request, response) => {
      const collection = await readThemeCollection(store, shop.domain, String(request.params.handle));
      response.status(collection ? 200 : 404).json(collection);
    }),
  );
  router.all(
    "/storefront/:domain/*",
    raw({ type: () => true, limit: "64mb" }),
    forShop(async (shop, request, response) => {
      const { proxy } = await readAppConfig(app.configFile);
      const path = pathOf(request).slice(storefrontPath(shop).length);
      const isProxied = proxy && (path === proxy.path || path.startsWith(`${proxy.path}/`));
      if (!isProxied || !(await installedScopes(store, shop.domain, app.apiKey)))
        return void response
          .status(404)
          .send(messagePage(shop, "Page not found", "This page doesn't exist."));
      await forward(shop, response, proxy, visitorRequest(request, path.slice(proxy.path.length)));
    }),
  );
  return router;

  async function forward(shop: ShopConfig, response: Response, proxy: AppProxy, visitor: VisitorRequest) {
    const now = new Date(store.clock.now());
    const answer = await forwardToApp(visitor, { proxy, app, shop: shop.domain, now }).catch(() => null);
    if (!answer)
      return response
        .status(502)
        .send(
          messagePage(
            shop,
            "Page unavailable",
            "The app behind this page can't be reached. Try again later.",
          ),
        );
    const type = answer.headers.get("content-type") ?? "";
    for (const name of RETURNED_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) response.set(name, value);
    }
    const body = Buffer.from(await answer.arrayBuffer());
    response.status(answer.status);
    if (!type.startsWith("application/liquid")) return response.type(type || "text").send(body);
    return response
      .type("html")
      .send(visitor.method === "HEAD" ? "" : renderLiquidPage(shop, body.toString("utf8")));
  }
}

/** Resolves the shop in the path, or responds with 404. */
export function forShop(
  work: (shop: ShopConfig, request: Request, response: Response) => Promise<void>,
): RequestHandler {
  return (request, response, next) => {
    const shop = shopByDomain(request.params.domain ?? "");
    if (!shop) return void response.status(404).type("text").send("Unknown shop.");
    work(shop, request, response).catch(next);
  };
}

/** The undecoded path, without the query. */
const pathOf = (request: Request): string => request.originalUrl.split("?", 1)[0] ?? "";

function visitorRequest(request: Request, path: string): VisitorRequest {
  const headers = Object.entries(request.headers).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return {
    method: request.method,
    path,
    query: new URL(request.originalUrl, "http://localhost").searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array(),
    address: request.socket.remoteAddress ?? "",
    customerId: signedInCustomerId(request),
  };
}
