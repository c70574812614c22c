import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { type AdminApi, type CallOptions, provesNoChange } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { badRequest, conflict } from "~/platform/errors";
import { type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import { isSameList, MAX_LIST_BYTES, type StoredItem, storedForm } from "./media-list";
import { LIST_CHANGED } from "./messages";

const LIST_METAFIELD = { namespace: "$app:media", key: "list", type: "json" } as const;

/**
 * Stores a product's media list, unless it was changed since it was read. The same list again isn't written.
 * @throws 400 when it is too long, 409 when it was changed, 502 when Shopify refuses or doesn't answer
 */
export async function writeMediaList(
  api: AdminApi,
  { id, digest, list }: ProductWithMedia,
  next: readonly StoredItem[],
  call?: CallOptions,
): Promise<void> {
  if (digest !== null && isSameList(list, next)) return;
  const value = JSON.stringify(next.map(storedForm));
  if (Buffer.byteLength(value) > MAX_LIST_BYTES)
    throw badRequest(
      "The list exceeds the 128 KB that Shopify stores for it. Shorten texts or detach media.",
    );
  const metafield = { ownerId: id, ...LIST_METAFIELD, value, compareDigest: digest };
  try {
    const { metafieldsSet: answer } = await api.run(metafieldsSet, { metafields: [metafield] }, call);
    if (answer?.userErrors.some(({ code }) => code === "STALE_OBJECT")) throw conflict(LIST_CHANGED);
    refuseUserErrors("save the media list", answer);
  } catch (error) {
    if (provesNoChange(error)) throw error;
    // The outcome of a request whose answer was lost is in the store.
    const stored = await readMediaProduct(api, { id }, call).catch(() => null);
    if (!stored || stored.digest === digest || !isSameList(stored.list, next)) throw error;
  }
}
