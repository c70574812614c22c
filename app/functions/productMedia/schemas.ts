import { z } from "zod";
import { cleanIdentifier } from "~/platform/text/identifier";

export const sku = z.string().overwrite(cleanIdentifier).max(300, "must be at most 300 characters");

const mediaId = z.string().regex(/^\d{1,18}$/, "must be the id of an item in the list");

/** `digest` of the list that was read: 409 when it was changed since. Without it, the current list is changed. */
export const digest = z.string().max(200).nullish();

const mediaItem = z.object({
  id: z.string(),
  type: z.enum(["image", "video"]),
  src: z.string(),
  active: z.boolean(),
  order: z.number().int(),
  text: z.string(),
  newText: z.string(),
  /** A small picture. Null while Shopify processes the file, and for an item that the product no longer has. */
  thumbnail: z.string().nullable(),
  /** Whether it is among the product's own media. */
  attached: z.boolean(),
  /** The file's own alt text in Shopify. Null for an item that the product no longer has. */
  fileText: z.string().nullable(),
  /** Whether Salsify had it at the last sync. If it is detached, the next one adds it again. */
  fromSalsify: z.boolean(),
});

export const answer = z.object({
  msg: z.string(),
  item: z.object({
    /** Shopify's id of the product. */
    id: z.string(),
    title: z.string(),
    handle: z.string(),
    /** Changes with the stored list. Null until one is stored. */
    digest: z.string().nullable(),
    /** How many of the product's own media aren't in the list. */
    unlisted: z.number().int(),
    productMedia: z.object({ list: z.array(mediaItem) }),
  }),
});

export type MediaAnswer = z.infer<typeof answer>;

/** A product with its media list. */
export type MediaProductRow = MediaAnswer["item"];

/** An item of the list. */
export type MediaRow = z.infer<typeof mediaItem>;

export const item = z.object({ sku, mediaId, digest });
