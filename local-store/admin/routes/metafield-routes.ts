import { Router } from "express";
import { createMetafieldDefinition, listMetafieldDefinitions } from "../../catalog/metafield-definitions.ts";
import { metafieldsPage } from "../pages/metafields-page.tsx";
import type { AdminServices } from "../services.ts";
import { formText, withShop } from "./shop-handler.ts";

/** The list of products' metafield definitions, and its form. */
export function metafieldRoutes({ store: { pool } }: AdminServices): Router {
  const router = Router();
  // As in Shopify's admin.
  const page = "/store/:shop/settings/custom_data/product/metafields";
  router.get(
    page,
    withShop(async (context, _request, response) => {
      const definitions = await listMetafieldDefinitions(pool, context.shop.domain, "PRODUCT");
      response.send(metafieldsPage(context, definitions));
    }),
  );
  router.post(
    page,
    withShop(async (context, request, response) => {
      const { domain } = context.shop;
      const [namespace = "", key = ""] = formText(request, "key").split(".");
      const [name, type] = [formText(request, "name"), formText(request, "type")];
      const created = await createMetafieldDefinition(pool, domain, {
        ownerType: "PRODUCT",
        namespace,
        key,
        name,
        type,
      });
      if ("row" in created) return response.redirect(303, request.originalUrl);
      const text = created.userErrors[0]?.message ?? "";
      const definitions = await listMetafieldDefinitions(pool, domain, "PRODUCT");
      response.status(422).send(metafieldsPage(context, definitions, { level: "critical", text }));
    }),
  );
  return router;
}
