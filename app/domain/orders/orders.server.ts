import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { requestRebuild } from "~/core/mirrors/request-rebuild.server";
import { ordersContract } from "./contract";
import { ordersMirror } from "./mirror.server";

const calls = implement(ordersContract).$context<CallContext>().use(guard);

/** The calls about orders that several functions share. */
export const ordersRouter = calls.router({
  mirror: calls.mirror.handler(({ context }) => ordersMirror.readFreshness(context.shop.domain)),
  rebuildMirror: calls.rebuildMirror.handler(({ context }) => requestRebuild(ordersMirror, context)),
});
