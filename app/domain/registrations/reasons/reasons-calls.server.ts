import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { withShop } from "~/platform/db/with-shop.server";
import { reasonsContract } from "./contract";
import { readReasons, saveReasons } from "./reasons.server";

const calls = implement(reasonsContract).$context<CallContext>().use(guard);

export const reasonsRouter = calls.router({
  read: calls.read.handler(({ context: { shop } }) =>
    withShop(shop.domain, async (tx) => ({
      reject: await readReasons(tx, shop.domain, "reject"),
      question: await readReasons(tx, shop.domain, "question"),
    })),
  ),
  save: calls.save.handler(({ input, context }) =>
    saveReasons(context, input.kind, input.reasons, input.version),
  ),
});
