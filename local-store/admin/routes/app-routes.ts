import { type Request, Router } from "express";
import { administratorOf, application } from "../../config.ts";
import { mintSessionToken } from "../../http/session-token.ts";
import { scopesToAccept } from "../../webhooks/installation.ts";
import type { PageContext } from "../page-context.ts";
import { acceptScopesPage, appPage } from "../pages/app-page.tsx";
import type { AdminServices } from "../services.ts";
import { withShop } from "./shop-handler.ts";

/** The app in its frame, and its session tokens. */
export function appRoutes(services: AdminServices): Router {
  const router = Router();
  router.get(
    "/store/:shop/session-token/:administrator",
    withShop((context, request, response) => {
      const administrator = administratorOf(context.shop, request.params.administrator ?? "");
      if (!administrator) return void response.sendStatus(404);
      const token = tokenFor(services, { ...context, administrator });
      response.set("Cache-Control", "no-store").type("text/plain").send(token);
    }),
  );
  // Shopify also accepts the API key in the URL. The local API key starts with the handle, so this route must be first.
  router.get(`/store/:shop/apps/${application.apiKey}*`, (request, response) => {
    response.redirect(
      request.originalUrl.replace(`/apps/${application.apiKey}`, `/apps/${application.handle}`),
    );
  });
  router.get(
    `/store/:shop/apps/${application.handle}*`,
    withShop(async (context, request, response) => {
      const scopes = await scopesToAccept(services.store, context.shop.domain, services.app);
      if (scopes.length > 0) return void response.send(acceptScopesPage(context, scopes));
      const src = frameAddress(services, context, request);
      response.send(appPage(context, { src, appOrigin: new URL(services.app.url).origin }));
    }),
  );
  return router;
}

function tokenFor(services: AdminServices, context: PageContext): string {
  return mintSessionToken({
    shopDomain: context.shop.domain,
    administratorId: context.administrator.id,
    apiKey: services.app.apiKey,
    apiSecret: services.app.secret,
    now: new Date(services.store.clock.now()),
    lifetimeSeconds: services.sessionToken.lifetimeSeconds,
  });
}

/**
 * The app's URL with Shopify's parameters. It includes the page's query, so that a reload opens the same list. An empty `id_token=`
 * omits the token to test the token bounce.
 */
function frameAddress(services: AdminServices, context: PageContext, request: Request): string {
  const page = new URL(request.originalUrl, "http://localhost");
  const path = page.pathname.slice(`/store/${context.shop.handle}/apps/${application.handle}`.length) || "/";
  const address = new URL(services.app.url + path);
  const host = Buffer.from(`admin.shopify.com/store/${context.shop.handle}`).toString("base64");
  const parameters = {
    embedded: "1",
    shop: context.shop.domain,
    host: host.replace(/=+$/, ""),
    locale: context.administrator.locale,
    timestamp: String(Math.floor(services.store.clock.now() / 1000)),
    id_token: tokenFor(services, context),
  };
  address.search = page.search;
  const omitsToken = page.searchParams.get("id_token") === "";
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  if (omitsToken) address.searchParams.delete("id_token");
  return address.href;
}
