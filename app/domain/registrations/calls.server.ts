import { implement } from "@orpc/server";
import { readCounts } from "~/domain/customers/counts.server";
import { readFreshness } from "~/domain/customers/freshness.server";
import { listCustomers } from "~/domain/customers/list.server";
import { registrationScope } from "~/domain/customers/selection.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { ListDeclaration } from "~/platform/list";
import type { registrationCalls } from "./contract";
import type { Registration } from "./status";

/** Implements the calls of a screen of registrations. */
export function registrationRouter(
  contract: ReturnType<typeof registrationCalls>,
  registration: Registration,
  list: ListDeclaration,
) {
  const calls = implement(contract).$context<CallContext>().use(door);
  return calls.router({
    list: calls.list.handler(({ input, context }) => {
      const { params, query, body } = input;
      return withShop(context.shop.domain, (tx) =>
        listCustomers(tx, context.shop, list, registrationScope(registration, params.status), {
          searchType: body.searchType,
          searchValue: body.searchValue.trim(),
          ...query,
        }),
      );
    }),

    counts: calls.counts.handler(({ context }) => readCounts(context.shop.domain, registration)),

    figure: calls.figure.handler(async ({ context }) => {
      const shop = context.shop.domain;
      const [{ pending }, { heardAt }] = await Promise.all([
        readCounts(shop, registration),
        readFreshness(shop),
      ]);
      return { text: `${pending.toLocaleString("en-US")} pending`, asOf: heardAt };
    }),
  });
}
