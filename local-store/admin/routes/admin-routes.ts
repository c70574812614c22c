import { readFile } from "node:fs/promises";
import { Router, urlencoded } from "express";
import { administratorOf, application, shopByHandle } from "../../config.ts";
import { browserScript } from "../browser/browser-script.ts";
import { chooseAdministrator, defaultShop } from "../page-context.ts";
import type { AdminServices } from "../services.ts";
import { appRoutes } from "./app-routes.ts";
import { collectionRoutes } from "./collection-routes.ts";
import { creditRoutes } from "./credit-routes.ts";
import { customerRoutes } from "./customer-routes.ts";
import { discountRoutes } from "./discount-routes.ts";
import { extensionRoutes } from "./extension-routes.tsx";
import { mailRoutes } from "./mail-routes.ts";
import { metafieldRoutes } from "./metafield-routes.ts";
import { orderRoutes } from "./order-routes.ts";
import { productRoutes } from "./product-routes.ts";
import { pagePolicy, rejectOtherSites } from "./protection.ts";
import { returnRoutes } from "./return-routes.ts";
import { queryText, sendNotFound } from "./shop-handler.ts";
import { toolRoutes } from "./tool-routes.ts";

/** The store's admin pages, and the scripts of the admin page and the app's frame. */
export function adminRoutes(services: AdminServices): Router {
  const router = Router();
  router.get("/app-bridge.js", (_request, response, next) => {
    browserScript("app-bridge")
      .then((code) =>
        response
          .set("Cache-Control", "no-cache")
          .set("Access-Control-Allow-Origin", "*")
          .type("js")
          .send(code),
      )
      .catch(next);
  });
  router.get("/admin.js", (_request, response, next) => {
    browserScript("host")
      .then((code) => response.set("Cache-Control", "no-cache").type("js").send(code))
      .catch(next);
  });
  router.get("/admin.css", (_request, response, next) => {
    styleSheet()
      .then((css) => response.set("Cache-Control", "no-cache").type("css").send(css))
      .catch(next);
  });
  router.use(rejectOtherSites, pagePolicy(new URL(services.app.url).origin));
  router.use("/store", urlencoded({ extended: false }));
  router.get("/", (_request, response) => response.redirect(appPath(defaultShop().handle)));
  router.get("/switch", (request, response) => {
    const shop = shopByHandle(queryText(request, "shop")) ?? defaultShop();
    const administrator = administratorOf(shop, queryText(request, "administrator"));
    if (administrator) chooseAdministrator(response, administrator.id);
    const path = queryText(request, "path");
    const isPath = /^\/(?!\/)[^\\]*$/.test(path);
    response.redirect(303, isPath && path !== "/" ? `/store/${shop.handle}${path}` : appPath(shop.handle));
  });
  router.get("/store/:shop", (request, response) => {
    const shop = shopByHandle(request.params.shop);
    if (!shop) return sendNotFound(request, response, "This shop doesn't exist.");
    response.redirect(appPath(shop.handle));
  });
  router.use(
    appRoutes(services),
    customerRoutes(services),
    extensionRoutes(services),
    productRoutes(services),
    collectionRoutes(services),
    metafieldRoutes(services),
    discountRoutes(services),
    creditRoutes(services),
    orderRoutes(services),
    returnRoutes(services),
    mailRoutes(services),
    toolRoutes(services),
  );
  router.get("/store/:shop/*", (request, response) => {
    const shop = shopByHandle(request.params.shop ?? "");
    sendNotFound(request, response, "The local store doesn't have this page of Shopify's admin.", shop);
  });
  return router;
}

/** The styles of the content, followed by those of the frame. */
async function styleSheet(): Promise<string> {
  const read = (name: string) => readFile(new URL(`../styles/${name}.css`, import.meta.url), "utf8");
  return `${await read("content")}\n${await read("frame")}`;
}

function appPath(shopHandle: string): string {
  return `/store/${shopHandle}/apps/${application.handle}`;
}
