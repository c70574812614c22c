import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import {
  detachMedia,
  readMedia,
  resetMedia,
  setMediaOrder,
  setMediaStatus,
  setMediaText,
} from "./change-media.server";
import { productMediaContract } from "./contract";
import { listMediaSyncs, readMediaSyncLog, retryMediaSync, startMediaSync } from "./sync/media-sync.server";

const calls = implement(productMediaContract).$context<CallContext>().use(guard);

export const productMediaRouter = calls.router({
  read: calls.read.handler(({ input, context }) => readMedia(context, input)),
  reset: calls.reset.handler(({ input, context }) => resetMedia(context, input)),
  setStatus: calls.setStatus.handler(({ input, context }) => setMediaStatus(context, input)),
  setOrder: calls.setOrder.handler(({ input, context }) => setMediaOrder(context, input)),
  setText: calls.setText.handler(({ input, context }) => setMediaText(context, input)),
  detach: calls.detach.handler(({ input, context }) => detachMedia(context, input)),

  logs: calls.logs.handler(async ({ context }) => {
    const list = await listMediaSyncs(context);
    return { status: true, msg: `${list.length} syncs found.`, list };
  }),

  log: calls.log.handler(async ({ input, context }) => {
    const json = await readMediaSyncLog(context, input.f);
    return { status: true, msg: `${json.length} lines found.`, json };
  }),

  sync: calls.sync.handler(async ({ context }) => ({
    status: true,
    msg: "The sync was started.",
    ...(await startMediaSync(context)),
  })),

  retry: calls.retry.handler(async ({ input, context }) => {
    const { jobId, products } = await retryMediaSync(context, input.f);
    return { status: true, msg: retriedText(products), jobId };
  }),
});

function retriedText(products: number | null): string {
  if (products === null) return "The sync is being retried.";
  return products === 1 ? "1 product is being retried." : `${products} products are being retried.`;
}
