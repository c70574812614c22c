import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { parseCustomerId } from "~/domain/customers/parse-customer-id";
import { withShop } from "~/platform/db/with-shop.server";
import { agoraContract } from "./contract";
import { requestManySyncs, requestSync } from "./request.server";
import { readSyncStates } from "./states.server";

const calls = implement(agoraContract).$context<CallContext>().use(guard);

/** The calls about Agora. */
export const agoraRouter = calls.router({
  sync: calls.sync.handler(({ input, context }) => requestSync(context, parseCustomerId(input.id))),

  syncMany: calls.syncMany.handler(({ input, context }) => {
    const people = new Map(input.customers.map(({ id, label }) => [parseCustomerId(id), label]));
    return requestManySyncs(context, input.registration, people);
  }),

  states: calls.states.handler(async ({ input, context: { shop, administrator } }) => {
    const ids = input.ids.map(parseCustomerId);
    return {
      states: await withShop(shop.domain, (tx) => readSyncStates(tx, shop.domain, administrator, ids)),
    };
  }),
});
