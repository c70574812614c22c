import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { fileUpdate, jobGet, productMediaReorder } from "~/connectors/shopify/operations/product-media";
import { type AdminApi, type CallOptions, provesNoChange, refuseUserErrors } from "~/connectors/shopify/port";
import { pause } from "~/platform/deadline.server";
import { badRequest, conflict } from "~/platform/errors";
import { type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import { isSameList, LIST_CHANGED, MAX_LIST_BYTES, type StoredItem, storedForm } from "./media-list";
import { mediaNumber, movesInto } from "./native-media";

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

const POLL_MS = 250;

/** Shopify finishes a job also when this process no longer waits for it. */
const MAX_POLLS = 40;

const nativeOf = ({ media }: ProductWithMedia, mediaId: string) =>
  media.find(({ id }) => mediaNumber(id) === mediaId);

/** Sets a file's alt text. Does nothing for an item that the product no longer has. */
export async function setAltText(
  api: AdminApi,
  product: ProductWithMedia,
  mediaId: string,
  alt: string,
): Promise<void> {
  const file = nativeOf(product, mediaId);
  if (!file || (file.alt ?? "") === alt) return;
  const { fileUpdate: answer } = await api.run(fileUpdate, { files: [{ id: file.id, alt }] });
  refuseUserErrors("change the alt text", answer);
}

/** Brings the product's own media into the order of the list, and waits until Shopify has done it. */
export async function orderMedia(
  api: AdminApi,
  { id, media }: ProductWithMedia,
  list: readonly StoredItem[],
): Promise<void> {
  const moves = movesInto(list, media);
  if (moves.length === 0) return;
  const { productReorderMedia: answer } = await api.run(productMediaReorder, { id, moves });
  refuseUserErrors("move the media", answer && { userErrors: answer.mediaUserErrors });
  let job = answer?.job;
  for (let polls = 0; job && !job.done && polls < MAX_POLLS; polls += 1) {
    await pause(POLL_MS);
    ({ job } = await api.run(jobGet, { id: job.id }));
  }
}

/** Removes a file from the product's own media. The file stays in the store. */
export async function detachFile(
  api: AdminApi,
  product: ProductWithMedia,
  mediaId: string,
  call: CallOptions,
): Promise<void> {
  const file = nativeOf(product, mediaId);
  if (!file) return;
  const files = [{ id: file.id, referencesToRemove: [product.id] }];
  const { fileUpdate: answer } = await api.run(fileUpdate, { files }, call);
  refuseUserErrors("detach the file", answer);
}
