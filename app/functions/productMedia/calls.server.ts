import { z } from "zod";
import { call } from "~/core/call.server";
import { exportCallsOf } from "~/core/exports/calls-of-list.server";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { syncAnswer, syncFileName, syncLineAnswer } from "~/core/syncs/sync-schemas";
import { salsifyConnection } from "~/domain/salsify/connection.server";
import { withShop } from "~/platform/db/with-shop.server";
import {
  answer,
  detachMedia,
  digest,
  item,
  readMedia,
  resetMedia,
  setMediaOrder,
  setMediaStatus,
  setMediaText,
  setMediaTexts,
  sku,
  text,
  textsOfProduct,
} from "./change-media.server";
import { mediaTab, SECTION } from "./media-list";
import {
  countMediaWork,
  mediaProductsList,
  productNumbers,
  productWithoutTexts,
  readMediaProducts,
  readMissingTexts,
} from "./products-list.server";
import { listMediaSyncs, readMediaSyncLog, retryMediaSync, startMediaSync } from "./sync/media-sync.server";
import { MAX_PICTURES } from "./upload-limits";
import { addUploads, receivePicture } from "./upload-pictures.server";

const counted = z.object({ count: z.number().int(), exact: z.boolean() });

const answered = { status: z.literal(true), msg: z.string() };

/** The calls of Product Media. `sku` is a SKU, a handle or an id. */
export const productMediaCalls = {
  products: call("GET /productMedia/products", {
    for: mediaTab("media"),
    summary: "A page of products, with how many pictures they have, and how many media without alt text",
    input: z.object({ ...pageRequest, ...mediaProductsList.input }),
    /** `isExact`: the search is the SKU, the handle or the id of a product, which `read` answers. `isTitle`: titles have it. */
    output: pageOf(mediaProductsList.row).extend({ isExact: z.boolean(), isTitle: z.boolean() }),
    run: readMediaProducts,
  }),
  work: call("GET /productMedia/products/work", {
    for: mediaTab("media"),
    summary: "How many products have no picture, and how many have media without alt text",
    output: z.object({ pictures: counted, texts: counted }),
    run: countMediaWork,
  }),
  missingTexts: call("GET /productMedia/products/texts", {
    for: mediaTab("media"),
    summary: "The media without alt text of these products",
    input: z.object({ ids: productNumbers }),
    output: z.object({ rows: z.array(productWithoutTexts) }),
    run: readMissingTexts,
  }),
  read: call("GET /productMedia/metafield/{sku}", {
    for: mediaTab("media"),
    summary: "A product's media list",
    input: z.object({ sku }),
    output: answer,
    run: readMedia,
  }),
  reset: call("PATCH /productMedia/reset/{sku}", {
    for: mediaTab("media"),
    summary: "Rebuild a media list from the product's own media",
    input: z.object({ sku, digest }),
    output: answer,
    run: resetMedia,
  }),
  setStatus: call("PATCH /productMedia/update/status/{sku}/{mediaId}", {
    for: mediaTab("media"),
    summary: "Show or hide an item. Without `active`, the status is inverted",
    input: item.extend({ active: z.boolean().optional() }),
    output: answer,
    run: setMediaStatus,
  }),
  setOrder: call("PATCH /productMedia/update/order/{sku}/{mediaId}", {
    for: mediaTab("media"),
    summary: "Move an item in the list, and the file among the product's own media",
    input: item.extend({
      order: z.number().int().min(1, "must be at least 1").max(1_000, "must be at most 1000"),
    }),
    output: answer,
    run: setMediaOrder,
  }),
  setText: call("PATCH /productMedia/update/text/{sku}/{mediaId}", {
    for: mediaTab("media"),
    summary: "Change an item's alt text, also that of the file",
    input: item.extend({ text }),
    output: answer,
    run: setMediaText,
  }),
  setTexts: call("PATCH /productMedia/update/texts/{sku}", {
    for: mediaTab("media"),
    summary: "Change the alt texts of several items in one change, with those of the files. All or none",
    input: textsOfProduct,
    output: answer,
    run: setMediaTexts,
  }),
  detach: call("POST /productMedia/detach/{sku}/{mediaId}", {
    for: mediaTab("media"),
    summary: "Remove a file from the product's own media, and its item from the list. The file itself stays",
    input: item,
    output: answer,
    run: detachMedia,
  }),
  upload: call("POST /productMedia/uploads", {
    for: mediaTab("media"),
    summary:
      "Receive a picture as the request's body: JPG, PNG, WebP or GIF, up to 10 MB. Another call adds it to a product",
    input: { query: z.object({ name: z.string().trim().min(1).max(255) }), body: z.file() },
    output: z.object({
      /** For the call that adds it. */
      upload: z.string(),
      name: z.string(),
    }),
    run: receivePicture,
  }),
  addUploads: call("POST /productMedia/uploads/{sku}", {
    for: mediaTab("media"),
    summary: "Add uploaded pictures to a product's own media and to its list, as a job",
    status: 202,
    input: z.object({
      sku,
      uploads: z
        .array(z.string().max(4_000))
        .min(1, "must have at least one upload")
        .max(MAX_PICTURES, `must be at most ${MAX_PICTURES} uploads`),
      /** Repeating the call with it adds nothing again. */
      operationId: z.string().min(8).max(100).optional(),
    }),
    output: z.object({ msg: z.string(), jobId: z.string() }),
    run: addUploads,
  }),
  logs: call("GET /productMedia/logs/list", {
    for: mediaTab("sync"),
    summary: "The newest syncs with Salsify",
    input: z.object({ section: z.literal(SECTION, `must be ${SECTION}`) }),
    output: z.object({
      ...answered,
      list: z.array(syncAnswer),
      /** Whether Salsify is set up in this shop. */
      configured: z.boolean(),
    }),
    async run(context) {
      const { domain } = context.shop;
      const list = await listMediaSyncs(context);
      const configured = await withShop(domain, (tx) => salsifyConnection.isConfigured(tx, domain));
      return { status: true as const, msg: `${list.length} syncs found.`, list, configured };
    },
  }),
  log: call("GET /productMedia/log", {
    for: mediaTab("sync"),
    summary: "The log of a sync: its newest 2,000 lines",
    input: z.object({ f: syncFileName }),
    output: z.object({ ...answered, json: z.array(syncLineAnswer) }),
    async run(context, input) {
      const json = await readMediaSyncLog(context, input.f);
      return { status: true as const, msg: `${json.length} lines found.`, json };
    },
  }),
  sync: call("POST /productMedia/sync", {
    for: mediaTab("sync"),
    summary: "Sync product media from Salsify, as a job",
    status: 202,
    output: z.object({ ...answered, jobId: z.string() }),
    run: async (context) => ({
      status: true as const,
      msg: "The sync was started.",
      ...(await startMediaSync(context)),
    }),
  }),
  retry: call("POST /productMedia/sync/retry", {
    for: mediaTab("sync"),
    summary: "Sync again the products that failed in the newest sync",
    status: 202,
    input: z.object({ f: syncFileName }),
    output: z.object({ ...answered, jobId: z.string() }),
    async run(context, input) {
      const { jobId, products } = await retryMediaSync(context, input.f);
      return { status: true as const, msg: retriedText(products), jobId };
    },
  }),
};

function retriedText(products: number | null): string {
  if (products === null) return "The sync is being retried.";
  return products === 1 ? "1 product is being retried." : `${products} products are being retried.`;
}

/** The calls under `exports` that export the products with what their media lack. */
export const mediaExportCalls = {
  mediaProducts: exportCallsOf(
    mediaProductsList,
    "/productMedia/products/export",
    "products and their media",
  ),
};
