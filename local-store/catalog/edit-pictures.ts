import { type Store, transaction } from "../data/database.ts";
import type { UserError } from "../data/rows.ts";
import { attachFile, insertImage } from "./change-files.ts";
import { lockProduct, touchProduct } from "./change-product.ts";
import { moveMedia } from "./reorder-media.ts";

/** Adds a picture with an external URL as the last of a product, as a person does in the admin. */
export async function addPicture(
  store: Store,
  shop: string,
  productId: number,
  source: string,
): Promise<UserError[]> {
  if (!URL.canParse(source) || !/^https?:$/.test(new URL(source).protocol))
    return [{ field: ["source"], message: "Enter the full URL of a picture." }];
  await transaction(store, async (client) => {
    if (!(await lockProduct(client, shop, productId))) return;
    await attachFile(client, shop, productId, await insertImage(client, store, shop, { source, alt: "" }));
    await touchProduct(client, store, shop, productId);
  });
  return [];
}

/** Makes a picture the first of a product, immediately. */
export async function makePictureFirst(
  store: Store,
  shop: string,
  productId: number,
  fileId: number,
): Promise<void> {
  await transaction(store, async (client) => {
    if (!(await lockProduct(client, shop, productId))) return;
    await moveMedia(client, store, shop, productId, [{ id: fileId, newPosition: 0 }]);
  });
}
