import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { requestRebuild } from "~/core/mirrors/request-rebuild.server";
import { productsContract } from "./contract";
import { productsMirror } from "./mirror.server";

const calls = implement(productsContract).$context<CallContext>().use(guard);

/** The calls about products that several functions share. */
export const productsRouter = calls.router({
  mirror: calls.mirror.handler(({ context }) => productsMirror.readFreshness(context.shop.domain)),
  rebuildMirror: calls.rebuildMirror.handler(({ context }) => requestRebuild(productsMirror, context)),
});
