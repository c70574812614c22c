import type { NativeMedia } from "~/connectors/shopify/operations/product-media";
import { numbered, type StoredItem } from "./media-list";

/** The number in a file's id: 12 of `gid://shopify/MediaImage/12`. */
export const mediaNumber = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);

/** The list that a product's own media make: all active, in their order, with their alt texts. */
export const listFromMedia = (media: readonly NativeMedia[]): StoredItem[] => numbered(media.map(itemOf));

/** One of the product's own media as an item. */
export const itemOf = (media: NativeMedia): StoredItem => ({
  id: mediaNumber(media.id),
  type: ["VIDEO", "EXTERNAL_VIDEO"].includes(media.mediaContentType) ? "video" : "image",
  src: sourceOf(media) ?? previewOf(media) ?? "",
  active: true,
  order: 1,
  text: media.alt ?? "",
  newText: "",
});

/** A list with the addresses of files that Shopify was still processing when they were stored. */
export function withSources(list: readonly StoredItem[], media: readonly NativeMedia[]): StoredItem[] {
  const native = new Map(media.map((one) => [mediaNumber(one.id), one]));
  return list.map((item) => {
    const own = native.get(item.id);
    const isProvisional = own && (item.src === "" || item.src === previewOf(own));
    return isProvisional ? { ...item, src: sourceOf(own) ?? item.src } : item;
  });
}

/** Whether Shopify is still processing a file, so that it has no address. */
export const isProcessing = (media: NativeMedia): boolean =>
  ["UPLOADED", "PROCESSING"].includes(media.status) && sourceOf(media) === null;

/** The URL of the small picture. Null while Shopify processes the file. */
export const previewOf = ({ preview }: Pick<NativeMedia, "preview">): string | null =>
  preview?.image?.url ?? null;

export function sourceOf(media: NativeMedia): string | null {
  switch (media.__typename) {
    case "MediaImage":
      return media.image?.url ?? null;
    case "ExternalVideo":
      return media.originUrl;
    case "Video":
      return media.originalSource?.url ?? null;
    // Browsers show a model by its preview.
    case "Model3d":
      return null;
  }
}

export interface Move {
  id: string;
  /** From 0, as text: an unsigned 64-bit integer. */
  newPosition: string;
}

/**
 * The moves that bring a product's own media into the order of a list. Media that aren't in the list follow in their order. Shopify
 * applies moves one after another.
 * @returns none when the order is right
 */
export function movesInto(items: readonly StoredItem[], media: readonly Pick<NativeMedia, "id">[]): Move[] {
  const position = new Map(items.map(({ id }, index) => [id, index]));
  const rank = ({ id }: Pick<NativeMedia, "id">) => position.get(mediaNumber(id)) ?? items.length;
  const target = media.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
  let current = media.map(({ id }) => id);
  const moves: Move[] = [];
  for (const [index, id] of target.entries()) {
    if (current[index] === id) continue;
    moves.push({ id, newPosition: String(index) });
    current = current.filter((other) => other !== id).toSpliced(index, 0, id);
  }
  return moves;
}
