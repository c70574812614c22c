import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { withShop } from "~/platform/db/with-shop.server";
import { attachmentsContract } from "./contract";
import { findAttachment, readAttachment } from "./read-attachment.server";

const calls = implement(attachmentsContract).$context<CallContext>().use(guard);

export const attachmentsRouter = calls.router({
  detail: calls.detail.handler(async ({ input, context: { shop, administrator } }) => {
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
  }),

  bytes: calls.bytes.handler(async ({ input, context: { shop, administrator } }) => {
    const { name, bytes } = await readAttachment(shop.domain, administrator, input.id, input.variant);
    // Browsers must never display or run it by its address. Pages know its type from `detail`.
    return new File([Uint8Array.from(bytes)], name, { type: "application/octet-stream" });
  }),
});
