import type { LoadedProduct } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { type SalsifyProduct, setSalsifyProducts } from "../salsify/products.ts";
import { demoImagePath } from "./demo-image.ts";

/** Views that the store's own pictures don't have. */
const NEW_VIEWS = ["in-use", "packaging"] as const;

/**
 * Gives Salsify the store's products: the pictures that the store has already, and for every second product new ones, so that a first
 * sync has something to do. One product isn't in the store.
 */
export async function fillSalsify(
  store: Store,
  shop: string,
  products: readonly LoadedProduct[],
): Promise<void> {
  const urlOf = (path: string) => `${store.publicUrl}${path}`;
  const inStore = products.map(({ handle, variants, images }, index): SalsifyProduct => {
    const newViews = index % 2 === 0 ? NEW_VIEWS : [];
    const [main, ...others] = [
      ...(images ?? []).map(({ source }) => source),
      ...newViews.map((view) => demoImagePath(handle, view)),
    ].map(urlOf);
    const sku = variants.find((variant) => variant.sku)?.sku ?? handle;
    return { sku, properties: { "Main Image": main ?? "", Images: others.join(", ") } };
  });
  const unknown = {
    sku: "DISCONTINUED-1",
    properties: { "Main Image": urlOf(demoImagePath("discontinued-1", "front")), Images: "" },
  };
  const bySku = new Map([...inStore, unknown].map((product) => [product.sku, product]));
  await setSalsifyProducts(store, shop, [...bySku.values()]);
}
