import { Router } from "express";
import { deleteCollection, ensureCollection, renameCollection } from "../../catalog/collections.ts";
import { transaction } from "../../data/database.ts";
import { listCollectionItems } from "../list-queries.ts";
import { collectionsPage } from "../pages/collections-page.tsx";
import type { AdminServices } from "../services.ts";
import { formText, numberParameter, withShop } from "./shop-handler.ts";

/** The list of collections and its actions. */
export function collectionRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/collections";
  router.get(
    page,
    withShop(async (context, _request, response) => {
      response.send(collectionsPage(context, await listCollectionItems(store, context.shop.domain)));
    }),
  );
  router.post(
    page,
    withShop(async (context, request, response) => {
      const title = formText(request, "title");
      if (title)
        await transaction(store, (client) => ensureCollection(client, store, context.shop.domain, title));
      response.redirect(303, `/store/${context.shop.handle}/collections`);
    }),
  );
  router.post(
    `${page}/:id/rename`,
    withShop(async (context, request, response) => {
      const title = formText(request, "title");
      if (title) await renameCollection(store, context.shop.domain, numberParameter(request, "id"), title);
      response.redirect(303, `/store/${context.shop.handle}/collections`);
    }),
  );
  router.post(
    `${page}/:id/delete`,
    withShop(async (context, request, response) => {
      await deleteCollection(store, context.shop.domain, numberParameter(request, "id"));
      response.redirect(303, `/store/${context.shop.handle}/collections`);
    }),
  );
  return router;
}
