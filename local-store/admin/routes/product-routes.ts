import { type Request, type RequestHandler, Router } from "express";
import { updateFiles } from "../../catalog/change-files.ts";
import {
  addProductTags,
  deleteProduct,
  removeProductTags,
  setProductStatus,
} from "../../catalog/change-product.ts";
import { collectionsOfProducts, listCollections, setInCollection } from "../../catalog/collections.ts";
import { addPicture, makePictureFirst } from "../../catalog/edit-pictures.ts";
import { mediaOfProducts } from "../../catalog/media.ts";
import { updateVariants, type VariantChange } from "../../catalog/update-variants.ts";
import type { Store } from "../../data/database.ts";
import { metafieldsOf } from "../../data/metafields.ts";
import { toMinorUnits } from "../../data/minor-units.ts";
import { findProducts, variantsOfProducts } from "../../data/products.ts";
import type { ProductRow } from "../../data/rows.ts";
import { listProducts } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { productPage } from "../pages/product-page.tsx";
import { productsPage } from "../pages/products-page.tsx";
import type { AdminServices } from "../services.ts";
import { formText, numberParameter, queryText, sendNotFound, withShop } from "./shop-handler.ts";

/** The list of products, and the page of a product with its actions. */
export function productRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/products/:id";
  router.get(
    "/store/:shop/products",
    withShop(async (context, request, response) => {
      const search = queryText(request, "search");
      const after = Number(queryText(request, "after")) || undefined;
      const list = await listProducts(store, context.shop.domain, { search, after });
      response.send(productsPage(context, { ...list, search }));
    }),
  );
  router.get(
    page,
    withShop(async (context, request, response) => {
      const id = numberParameter(request, "id");
      const { domain } = context.shop;
      const [product] = await findProducts(store.pool, domain, [id]);
      if (!product) return sendNotFound(request, response, "This product doesn't exist.", context.shop);
      const refusal = queryText(request, "refused");
      const notice = refusal ? { level: "critical" as const, text: refusal } : undefined;
      response.send(
        productPage(context, { store, product, ...(await readDetails(store, domain, id)) }, notice),
      );
    }),
  );
  for (const [verb, change] of [
    ["add", addProductTags],
    ["remove", removeProductTags],
  ] as const) {
    router.post(
      `${page}/tags/${verb}`,
      action(async ({ shop }, request, id) => {
        const { userErrors } = await change(store, shop.domain, id, [formText(request, "tag")]);
        return userErrors[0]?.message;
      }),
    );
    router.post(
      `${page}/collections/${verb}`,
      action(async ({ shop }, request, id) => {
        const collection = Number(formText(request, "collection")) || 0;
        await setInCollection(store, shop.domain, collection, id, verb === "add");
        return undefined;
      }),
    );
  }
  router.post(
    `${page}/status`,
    action(async ({ shop }, request, id) => {
      const status = STATUSES.find((each) => each === formText(request, "status"));
      if (!status) return "Choose a status.";
      return (await setProductStatus(store, shop.domain, id, status)).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/variants`,
    action(async ({ shop }, request, id) => {
      const changes = await readPrices(store, shop, request, id);
      if (typeof changes === "string") return changes;
      return (await updateVariants(store, shop.domain, id, changes, false)).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/media`,
    action(
      async ({ shop }, request, id) =>
        (await addPicture(store, shop.domain, id, formText(request, "source")))[0]?.message,
    ),
  );
  router.post(
    `${page}/media/:file`,
    action(async ({ shop }, request, id) => {
      const file = numberParameter(request, "file");
      const verb = formText(request, "action");
      if (verb === "first") {
        await makePictureFirst(store, shop.domain, id, file);
        return undefined;
      }
      const edit = { id: file, globalId: String(file), addToProducts: [], removeFromProducts: [] };
      const change =
        verb === "remove"
          ? { ...edit, removeFromProducts: [id] }
          : { ...edit, alt: formText(request, "alt") };
      return (await updateFiles(store, shop.domain, [change])).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/delete`,
    withShop(async (context, request, response) => {
      await deleteProduct(store, context.shop.domain, numberParameter(request, "id"));
      response.redirect(303, `/store/${context.shop.handle}/products`);
    }),
  );
  return router;
}

const STATUSES: ReadonlyArray<ProductRow["status"]> = ["ACTIVE", "DRAFT", "ARCHIVED"];

async function readDetails(store: Store, shop: string, id: number) {
  const { pool } = store;
  return {
    variants: await variantsOfProducts(pool, shop, [id]),
    media: (await mediaOfProducts(pool, shop, [id])).get(id) ?? [],
    metafields: (await metafieldsOf(pool, shop, "PRODUCT", [id])).get(id) ?? [],
    collections: (await collectionsOfProducts(pool, shop, [id])).get(id) ?? [],
    allCollections: await listCollections(pool, shop),
  };
}

/** The prices in the form, or a sentence if one isn't an amount. */
async function readPrices(
  store: Store,
  shop: PageContext["shop"],
  request: Request,
  id: number,
): Promise<VariantChange[] | string> {
  const changes: VariantChange[] = [];
  for (const variant of await variantsOfProducts(store.pool, shop.domain, [id])) {
    const price = toMinorUnits(formText(request, `price ${variant.id}`), shop.currencyCode);
    const compareAtText = formText(request, `compareAt ${variant.id}`);
    const compareAt = compareAtText === "" ? null : toMinorUnits(compareAtText, shop.currencyCode);
    if (price === null || (compareAtText !== "" && compareAt === null))
      return `Enter the prices of ${variant.sku ?? "each variant"} as amounts, such as 12.50.`;
    changes.push({ id: variant.id, values: { price_cents: price, compare_at_price_cents: compareAt } });
  }
  return changes;
}

/** Runs a product's action and returns to its page, with the error that it returns. */
function action(
  work: (context: PageContext, request: Request, productId: number) => Promise<string | undefined>,
): RequestHandler {
  return withShop(async (context, request, response) => {
    const id = numberParameter(request, "id");
    const refusal = await work(context, request, id);
    const query = refusal ? `?${new URLSearchParams({ refused: refusal })}` : "";
    response.redirect(303, `/store/${context.shop.handle}/products/${id}${query}`);
  });
}
