import { type Request, Router } from "express";
import { renderToStaticMarkup } from "react-dom/server";
import { application } from "../../config.ts";
import { appExtensions } from "../app-extensions.ts";
import { browserScript } from "../browser/browser-script.ts";
import { extensionScript } from "../browser/extension-script.ts";
import type { PageContext } from "../page-context.ts";
import type { AdminServices } from "../services.ts";
import { numberParameter, withShop } from "./shop-handler.ts";

/** The blocks of the app on a customer's page, each in a frame of its own, and the scripts in it. */
export function extensionRoutes(services: AdminServices): Router {
  const router = Router();
  router.get("/extension-host.js", (_request, response, next) => {
    browserScript("extension-host")
      .then((code) => response.set("Cache-Control", "no-cache").type("js").send(code))
      .catch(next);
  });
  router.get("/extensions/:handle.js", (request, response, next) => {
    const block = appExtensions.blocks.find(({ handle }) => handle === request.params.handle);
    if (!block) return void response.sendStatus(404);
    extensionScript(block.module)
      .then((code) => response.set("Cache-Control", "no-cache").type("js").send(code))
      .catch(next);
  });
  router.get(
    "/store/:shop/customers/:id/blocks/:handle",
    withShop((context, request, response) => {
      response.send(`<!doctype html>${renderToStaticMarkup(<BlockFrame {...frameOf(context, request)} />)}`);
    }),
  );
  return router;

  function frameOf({ shop, administrator }: PageContext, request: Request) {
    return {
      "data-app-url": services.app.url,
      "data-app-path": `/store/${shop.handle}/apps/${application.handle}`,
      "data-token-url": `/store/${shop.handle}/session-token/${administrator.id}`,
      "data-module": `/extensions/${request.params.handle}.js`,
      "data-customer": `gid://shopify/Customer/${numberParameter(request, "id")}`,
    };
  }
}

const BlockFrame = (data: Record<`data-${string}`, string>) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <title>Block</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/admin.css" />
    </head>
    <body className="is-block" {...data}>
      <script src="/extension-host.js" />
    </body>
  </html>
);
