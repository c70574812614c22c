import { Router } from "express";
import { setCollectionRules } from "../../catalog/automated-collections.ts";
import { readRule } from "../../catalog/collection-rules.ts";
import {
  deleteCollection,
  ensureCollection,
  findCollections,
  renameCollection,
} from "../../catalog/collections.ts";
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
    `${page}/:id/rules`,
    withShop(async (context, request, response) => {
      const { domain, handle, currencyCode } = context.shop;
      const [column = "", relation = ""] = formText(request, "rule").split(" ");
      const rule = readRule({ column, relation, condition: formText(request, "condition") }, currencyCode);
      const [collection] = await findCollections(store.pool, domain, [numberParameter(request, "id")]);
      if (!rule || !collection) {
        const text = "This rule isn't valid. A price is a number, such as 12.50.";
        const collections = await listCollectionItems(store, domain);
        response.status(422).send(collectionsPage(context, collections, { level: "critical", text }));
        return;
      }
      const rules = [...(collection.rules ?? []), rule];
      const disjunctive = formText(request, "match") === "any";
      await setCollectionRules(store, domain, collection.id, { rules, disjunctive });
      response.redirect(303, `/store/${handle}/collections`);
    }),
  );
  router.post(
    `${page}/:id/rules/remove`,
    withShop(async (context, request, response) => {
      const { domain, handle } = context.shop;
      const [collection] = await findCollections(store.pool, domain, [numberParameter(request, "id")]);
      if (collection?.rules) {
        const { id, rules, disjunctive } = collection;
        await setCollectionRules(store, domain, id, { rules: rules.slice(0, -1), disjunctive });
      }
      response.redirect(303, `/store/${handle}/collections`);
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
