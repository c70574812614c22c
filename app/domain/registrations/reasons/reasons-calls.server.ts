import { implement } from "@orpc/server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { reasonsContract } from "./contract";
import { readReasons, saveReasons } from "./reasons.server";

const calls = implement(reasonsContract).$context<CallContext>().use(door);

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
