import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { AuditAction } from "~/core/audit/audit-action.server";
import type { CallContext } from "~/core/context.server";
import { productsMirror } from "~/domain/products/mirror.server";
import { productNumber } from "~/domain/products/mirror-row";
import { conflict, notFound, Refusal } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { pluralize } from "~/platform/text/pluralize";
import {
  mediaDetached,
  mediaMoved,
  mediaReset,
  mediaStatusSet,
  mediaTextSet,
  mediaTextsSet,
} from "./audit.server";
import { findMediaProduct, type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import {
  changeMediaList,
  detachFile,
  orderMedia,
  recordMediaChange,
  setAltTexts,
} from "./media-changes.server";
import {
  changedTo,
  changeItem,
  ITEM_GONE,
  LIST_CHANGED,
  MAX_TEXT_LENGTH,
  mediaTab,
  moveItem,
  type NewText,
  numbered,
  STILL_PROCESSING,
  type StoredItem,
} from "./media-list";
import { isProcessing, listFromMedia, mediaNumber, previewOf, withSources } from "./native-media";

/** Which list is changed. */
interface ListRequest {
  /** A SKU, a handle or an id. */
  sku: string;
  /** Of the list that the caller read. Undefined: the caller doesn't compare it. */
  digest?: string | null;
}
interface ItemRequest extends ListRequest {
  mediaId: string;
}

/** A product's media list. @throws 404, 409 as `findMediaProduct` */
export async function readMedia(context: CallContext, { sku }: { sku: string }): Promise<MediaAnswer> {
  const product = await findMediaProduct(liveAdminApi(context.shop.domain), sku);
  const count = product.list.length;
  return answerOf(product, count === 0 ? "This product has no media." : `${count} media found.`);
}

/**
 * Rebuilds the list from the product's own media. Suggestions, and what came from Salsify, are kept.
 * @throws 409 while a file has no address, which the list would lack
 */
export async function resetMedia(context: CallContext, request: ListRequest): Promise<MediaAnswer> {
  return change(context, request, ({ list, media }) => {
    if (media.some(isProcessing)) throw conflict(STILL_PROCESSING);
    const before = new Map(list.map((item) => [item.id, item]));
    const next = listFromMedia(media).map((item) => {
      const { newText = "", source } = before.get(item.id) ?? {};
      return { ...item, newText: newText === item.text ? "" : newText, source };
    });
    return {
      next,
      msg: "The list was reset to the product's own media.",
      audit: { action: mediaReset, before: { items: list.length }, after: { items: next.length } },
    };
  });
}

/** Shows or hides an item. Changes the list only, not the product's own media. */
export async function setMediaStatus(
  context: CallContext,
  { mediaId, active, ...request }: ItemRequest & { active?: boolean },
): Promise<MediaAnswer> {
  return change(context, request, ({ list }) => {
    const item = itemIn(list, mediaId);
    const isActive = active ?? !item.active;
    return {
      next: changeItem(list, mediaId, { active: isActive }),
      msg: isActive ? "The item is active." : "The item is inactive. The product's own media didn't change.",
      audit: {
        action: mediaStatusSet,
        before: { media: mediaId, active: item.active },
        after: { media: mediaId, active: isActive },
      },
    };
  });
}

/** Moves an item in the list, and brings the product's own media into the same order. @param order from 1 */
export async function setMediaOrder(
  context: CallContext,
  { mediaId, order, ...request }: ItemRequest & { order: number },
): Promise<MediaAnswer> {
  return change(context, request, (product) => {
    const { list } = product;
    const item = itemIn(list, mediaId);
    const next = moveItem(list, mediaId, order);
    return {
      next,
      msg: "The order was changed.",
      native: { run: (api) => orderMedia(api, product, next), toRepeat: "Move the item away and back." },
      audit: {
        action: mediaMoved,
        before: { media: mediaId, order: item.order },
        after: { media: mediaId, order: itemIn(next, mediaId).order },
      },
    };
  });
}

/** Changes an item's alt text, also that of the file. A suggestion with the same text is accepted by it. */
export async function setMediaText(
  context: CallContext,
  { mediaId, text, ...request }: ItemRequest & { text: string },
): Promise<MediaAnswer> {
  return change(context, request, (product) => {
    const item = itemIn(product.list, mediaId);
    return {
      next: changeItem(product.list, mediaId, { text, newText: item.newText === text ? "" : item.newText }),
      msg: "The text was changed.",
      native: {
        run: (api) => setAltTexts(api, product, [{ mediaId, text }]),
        toRepeat: "Save the text again.",
      },
      audit: {
        action: mediaTextSet,
        before: { media: mediaId, text: item.text },
        after: { media: mediaId, text },
      },
    };
  });
}

/**
 * Changes several alt texts, all or none. Other changes of the list since it was read don't matter. Of media that were added in Shopify
 * after the list was stored, and aren't in it, the file's text is changed.
 * @throws 404 for media that the product no longer has, 409 with the present text at each field, when one was changed since the person saw it
 */
export async function setMediaTexts(
  context: CallContext,
  { texts, ...request }: Omit<ListRequest, "digest"> & { texts: readonly NewText[] },
): Promise<MediaAnswer> {
  return change(context, request, (product) => {
    const stored = new Map(texts.map(({ mediaId }) => [mediaId, textIn(product, mediaId)]));
    refuseChanged(texts, stored);
    const changed = texts.filter(({ mediaId, text }) => stored.get(mediaId) !== text);
    const isListed = ({ mediaId }: NewText) => product.list.some(({ id }) => id === mediaId);
    const sidesOf = (some: readonly NewText[]) => ({
      before: Object.fromEntries(some.map(({ mediaId }) => [mediaId, stored.get(mediaId) ?? ""])),
      after: Object.fromEntries(some.map(({ mediaId, text }) => [mediaId, text])),
    });
    const unlisted = changed.filter((text) => !isListed(text));
    const textOf = new Map(texts.map(({ mediaId, text }) => [mediaId, text]));
    return {
      next: product.list.map((item) => {
        const text = textOf.get(item.id);
        return text === undefined
          ? item
          : { ...item, text, newText: item.newText === text ? "" : item.newText };
      }),
      msg:
        changed.length === 0
          ? "The texts are saved already."
          : `${pluralize(changed.length, "text was", "texts were")} changed.`,
      native: {
        async run(api) {
          await setAltTexts(api, product, texts);
          // Of the others, the change of the list has the entry.
          const entry = { action: mediaTextsSet, ...sidesOf(unlisted), actor: context.administrator };
          if (unlisted.length > 0) await recordMediaChange(context.shop.domain, product, entry);
        },
        toRepeat: "Save the texts again.",
      },
      audit: { action: mediaTextsSet, ...sidesOf(changed.filter(isListed)) },
    };
  });
}

/** @throws 404 for media that are neither in the list nor among the product's own */
function textIn({ list, media }: ProductWithMedia, mediaId: string): string {
  const own = media.find(({ id }) => mediaNumber(id) === mediaId);
  const isUnlisted = own && !list.some(({ id }) => id === mediaId);
  return isUnlisted ? (own.alt ?? "") : itemIn(list, mediaId).text;
}

function refuseChanged(texts: readonly NewText[], stored: ReadonlyMap<string, string>): void {
  const problems = texts.flatMap(({ mediaId, text, before }, index) => {
    const present = stored.get(mediaId) ?? "";
    const isChanged = before !== undefined && present !== text && present.trim() !== before.trim();
    return isChanged ? [[`texts.${index}.text`, changedTo(present)] as const] : [];
  });
  if (problems.length === 0) return;
  const which = problems.length === 1 ? "A text was" : `${problems.length} texts were`;
  const them = problems.length === 1 ? "it" : "them";
  throw new Refusal(
    409,
    "CONFLICT",
    `${which} changed since you loaded ${them}, so nothing was saved. Compare both, then save again.`,
    Object.fromEntries(problems),
  );
}

/** Removes a file from the product's own media, then its item from the list. The file stays in the store. */
export async function detachMedia(
  context: CallContext,
  { mediaId, ...request }: ItemRequest,
): Promise<MediaAnswer> {
  return change(context, request, (product) => {
    const { text } = itemIn(product.list, mediaId);
    return {
      first: (api, call) => detachFile(api, product, mediaId, call),
      next: numbered(product.list.filter(({ id }) => id !== mediaId)),
      msg: "The file was detached from the product. It is still under Content > Files.",
      audit: { action: mediaDetached, before: { media: mediaId, text }, after: null },
    };
  });
}

function itemIn(list: readonly StoredItem[], mediaId: string): StoredItem {
  const item = list.find(({ id }) => id === mediaId);
  if (!item) throw notFound(ITEM_GONE);
  return item;
}

interface Change {
  next: StoredItem[];
  msg: string;
  audit: { action: AuditAction; before: unknown; after: unknown };
  /** Runs before the list is written. */
  first?(api: AdminApi, call: CallOptions): Promise<void>;
  /** Changes the product's own media, after the list was written. Also runs if the list is the same, to repeat what failed. */
  native?: { run(api: AdminApi): Promise<void>; toRepeat: string };
}

async function change(
  context: CallContext,
  { sku, digest }: ListRequest,
  plan: (product: ProductWithMedia) => Change,
): Promise<MediaAnswer> {
  const { domain } = context.shop;
  const api = liveAdminApi(domain);
  const product = await findMediaProduct(api, sku);
  if (digest !== undefined && digest !== product.digest) throw conflict(LIST_CHANGED);
  const { next, msg, audit, first, native } = plan(product);
  await changeMediaList({
    api,
    shop: domain,
    product,
    next: withSources(next, product.media),
    entry: { ...audit, actor: context.administrator },
    first,
  });
  publishChange(domain, mediaTab("media"), { list: "productMedia", ids: [product.id] });
  try {
    await native?.run(api);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = `The list was saved, but the product's own media may not have changed. ${error.message} ${native?.toRepeat}`;
    throw new Refusal(error.status, error.code, problem);
  }
  const [after] = await Promise.all([
    readMediaProduct(api, { id: product.id }),
    (native || first) && refreshMirror(domain, product.id),
  ]);
  if (!after) throw notFound("The product was deleted.");
  return answerOf(after, msg);
}

/** So that the list of products shows the change immediately. Otherwise, the webhook of the change brings it. */
export async function refreshMirror(shop: string, productGid: string): Promise<void> {
  const number = productNumber(productGid);
  if (number === null) return;
  await productsMirror.readIntoMirror(shop, [number], {}).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

function answerOf({ id, title, handle, digest, list, media }: ProductWithMedia, msg: string): MediaAnswer {
  const native = new Map(media.map((one) => [mediaNumber(one.id), one]));
  const listed = new Set(list.map((item) => item.id));
  const rows = list.map(({ source, ...item }) => {
    const own = native.get(item.id);
    return {
      ...item,
      thumbnail: own ? previewOf(own) : null,
      attached: own !== undefined,
      fileText: own ? (own.alt ?? "") : null,
      fromSalsify: source !== undefined,
    };
  });
  const unlisted = media.filter((one) => !listed.has(mediaNumber(one.id))).length;
  return { msg, item: { id, title, handle, digest, unlisted, productMedia: { list: rows } } };
}

export const sku = z.string().overwrite(cleanIdentifier).max(300, "must be at most 300 characters");

const mediaId = z.string().regex(/^\d{1,18}$/, "must be the id of an item in the list");

/** `digest` of the list that was read: 409 when it was changed since. Without it, the current list is changed. */
export const digest = z.string().max(200).nullish();

export const text = z.string().trim().max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`);

/** Shopify's limit for the media of a product. */
const MAX_MEDIA = 250;

/** The new texts of a product's media. One whose text isn't `before` any longer refuses all of them. */
export const textsOfProduct = z.object({
  sku,
  texts: z
    .array(z.object({ mediaId, text, before: z.string().optional() }))
    .min(1, "must have at least one text")
    .max(MAX_MEDIA, `must be at most ${MAX_MEDIA} texts`)
    .refine((texts) => new Set(texts.map(({ mediaId }) => mediaId)).size === texts.length, {
      message: "must have each media once",
    }),
});

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

type MediaAnswer = z.infer<typeof answer>;

/** A product with its media list. */
export type MediaProductRow = MediaAnswer["item"];

/** An item of the list. */
export type MediaRow = z.infer<typeof mediaItem>;

export const item = z.object({ sku, mediaId, digest });
