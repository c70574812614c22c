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

const calls = implement(productMediaContract).$context<CallContext>().use(guard);

export const productMediaRouter = calls.router({
  read: calls.read.handler(({ input, context }) => readMedia(context, input)),
  reset: calls.reset.handler(({ input, context }) => resetMedia(context, input)),
  setStatus: calls.setStatus.handler(({ input, context }) => setMediaStatus(context, input)),
  setOrder: calls.setOrder.handler(({ input, context }) => setMediaOrder(context, input)),
  setText: calls.setText.handler(({ input, context }) => setMediaText(context, input)),
  detach: calls.detach.handler(({ input, context }) => detachMedia(context, input)),
});
