import { z } from "zod";
import { runAnswer, runFileName, runLineAnswer } from "~/core/runs/run-contract";
import { call } from "~/platform/contract/call";
import { cleanIdentifier } from "~/platform/text/identifier";
import { MAX_TEXT_LENGTH } from "./media-list";
import { SECTION } from "./sync/section";
import { mediaTab } from "./tabs";

const sku = z.string().overwrite(cleanIdentifier).max(300, "must be at most 300 characters");
const mediaId = z.string().regex(/^\d{1,18}$/, "must be the id of an item in the list");
/** `digest` of the list that was read: 409 when it was changed since. Without it, the current list is changed. */
const digest = z.string().max(200).nullish();

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

const answer = z.object({
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

const item = z.object({ sku, mediaId, digest });

const answered = { status: z.literal(true), msg: z.string() };

/** The calls of Product Media. `sku` is a SKU, a handle or an id. */
export const productMediaContract = {
  read: call(mediaTab("media"))
    .route({ method: "GET", path: "/productMedia/metafield/{sku}", summary: "A product's media list" })
    .input(z.object({ sku }))
    .output(answer),
  reset: call(mediaTab("media"))
    .route({
      method: "PATCH",
      path: "/productMedia/reset/{sku}",
      summary: "Rebuild a media list from the product's own media",
    })
    .input(z.object({ sku, digest }))
    .output(answer),
  setStatus: call(mediaTab("media"))
    .route({
      method: "PATCH",
      path: "/productMedia/update/status/{sku}/{mediaId}",
      summary: "Show or hide an item. Without `active`, the status is inverted",
    })
    .input(item.extend({ active: z.boolean().optional() }))
    .output(answer),
  setOrder: call(mediaTab("media"))
    .route({
      method: "PATCH",
      path: "/productMedia/update/order/{sku}/{mediaId}",
      summary: "Move an item in the list, and the file among the product's own media",
    })
    .input(
      item.extend({
        order: z.number().int().min(1, "must be at least 1").max(1_000, "must be at most 1000"),
      }),
    )
    .output(answer),
  setText: call(mediaTab("media"))
    .route({
      method: "PATCH",
      path: "/productMedia/update/text/{sku}/{mediaId}",
      summary: "Change an item's alt text, also that of the file",
    })
    .input(
      item.extend({
        text: z.string().trim().max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`),
      }),
    )
    .output(answer),
  detach: call(mediaTab("media"))
    .route({
      method: "POST",
      path: "/productMedia/detach/{sku}/{mediaId}",
      summary:
        "Remove a file from the product's own media, and its item from the list. The file itself stays",
    })
    .input(item)
    .output(answer),
  logs: call(mediaTab("sync"))
    .route({ method: "GET", path: "/productMedia/logs/list", summary: "The newest syncs with Salsify" })
    .input(z.object({ section: z.literal(SECTION, `must be ${SECTION}`) }))
    .output(z.object({ ...answered, list: z.array(runAnswer) })),
  log: call(mediaTab("sync"))
    .route({ method: "GET", path: "/productMedia/log", summary: "The log of a sync: its newest 2,000 lines" })
    .input(z.object({ f: runFileName }))
    .output(z.object({ ...answered, json: z.array(runLineAnswer) })),
  sync: call(mediaTab("sync"))
    .route({
      method: "POST",
      path: "/productMedia/sync",
      summary: "Sync product media from Salsify, as a job",
      successStatus: 202,
    })
    .output(z.object({ ...answered, jobId: z.string() })),
  retry: call(mediaTab("sync"))
    .route({
      method: "POST",
      path: "/productMedia/sync/retry",
      summary: "Sync again the products that failed in the newest sync",
      successStatus: 202,
    })
    .input(z.object({ f: runFileName }))
    .output(z.object({ ...answered, jobId: z.string() })),
};
