import { z } from "zod";
import { call } from "~/core/call.server";
import { withShop } from "~/platform/db/with-shop.server";
import { findAttachment, readAttachment } from "./read-attachment.server";

const id = z.uuid("must be the id of an attachment");

/** The calls for attachments. Each checks the permission of the attachment itself. */
export const attachmentsCalls = {
  detail: call("GET /attachments/{id}", {
    for: "signed-in",
    summary: "An attachment's name, type and size",
    input: z.object({ id }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      contentType: z.string(),
      /** Bytes. */
      size: z.number().int(),
      hasThumbnail: z.boolean(),
      /** Pixels. Null for a PDF. */
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      /** Only one that is ready has bytes. */
      state: z.enum(["waiting", "ready", "failed"]),
      /** Why a failed one can't be read. */
      problem: z.string().nullable(),
      /** Instant, ISO 8601. */
      createdAt: z.string(),
    }),
    async run({ shop, administrator }, input) {
      const found = await withShop(shop.domain, (tx) =>
        findAttachment(tx, shop.domain, administrator, input.id),
      );
      const { id, name, contentType, size, hasThumbnail, width, height, state, problem, createdAt } = found;
      return {
        id,
        name,
        contentType,
        size,
        hasThumbnail,
        width,
        height,
        state,
        problem,
        createdAt: createdAt.toISOString(),
      };
    },
  }),
  bytes: call("GET /attachments/{id}/{variant}", {
    for: "signed-in",
    summary: "An attachment's bytes, or its thumbnail's",
    input: z.object({ id, variant: z.enum(["file", "thumbnail"], "must be file or thumbnail") }),
    output: z.file(),
    async run({ shop, administrator }, input) {
      const { name, bytes } = await readAttachment(shop.domain, administrator, input.id, input.variant);
      // Browsers must never display or run it by its address. Pages know its type from `detail`.
      return new File([Uint8Array.from(bytes)], name, { type: "application/octet-stream" });
    },
  }),
};
