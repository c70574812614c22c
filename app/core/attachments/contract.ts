import { z } from "zod";
import { call } from "~/platform/contract/call";

const id = z.uuid("must be the id of an attachment");

/** The calls for attachments. Each checks the permission of the attachment itself. */
export const attachmentsContract = {
  detail: call("signed-in")
    .route({ method: "GET", path: "/attachments/{id}", summary: "An attachment's name, type and size" })
    .input(z.object({ id }))
    .output(
      z.object({
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
    ),
  bytes: call("signed-in")
    .route({
      method: "GET",
      path: "/attachments/{id}/{variant}",
      summary: "An attachment's bytes, or its thumbnail's",
    })
    .input(z.object({ id, variant: z.enum(["file", "thumbnail"], "must be file or thumbnail") }))
    .output(z.file()),
};
