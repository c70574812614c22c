import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { FIRST_READING_FIGURE } from "~/domain/customers/first-reading";
import { listCustomers, readCustomerPlace } from "~/domain/customers/list.server";
import { customersMirror } from "~/domain/customers/mirror.server";
import { parseCustomerId } from "~/domain/customers/parse-customer-id";
import { readShop } from "~/platform/db/read-shop.server";
import { notFound } from "~/platform/errors";
import type { ListDeclaration } from "~/platform/list";
import type { registrationCalls } from "./contract";
import { readCounts } from "./counts.server";
import { endingNarrowing } from "./expiry/ending-narrowing.server";
import { registrationScope } from "./registration-scope.server";
import type { Registration } from "./status";

/** Implements the calls of a screen of registrations. */
export function registrationRouter(
  contract: ReturnType<typeof registrationCalls>,
  registration: Registration,
  list: ListDeclaration,
) {
  const calls = implement(contract).$context<CallContext>().use(guard);
  return calls.router({
    list: calls.list.handler(({ input, context }) => {
      const { params, body } = input;
      const { ends, ...query } = input.query;
      return listCustomers(context.shop, list, registrationScope(registration, params.status), {
        searchType: body.searchType,
        searchValue: body.searchValue.trim(),
        narrowing: endingNarrowing(ends),
        ...query,
      });
    }),

    place: calls.place.handler(async ({ input: { params, query, body }, context }) => {
      const place = await readShop(context.shop.domain, (tx) =>
        readCustomerPlace(tx, context.shop, list, registrationScope(registration, params.status), {
          customerId: parseCustomerId(query.id),
          sort: query.sort,
          searchType: body.searchType,
          searchValue: body.searchValue.trim(),
          narrowing: endingNarrowing(query.ends),
        }),
      );
      if (!place) throw notFound("Backroom doesn't know this customer yet.");
      return place;
    }),

    counts: calls.counts.handler(({ context }) => readCounts(context.shop.domain, registration)),

    figure: calls.figure.handler(async ({ context }) => {
      const shop = context.shop.domain;
      const [{ pending }, { heardAt, rebuiltAt }] = await Promise.all([
        readCounts(shop, registration),
        customersMirror.readFreshness(shop),
      ]);
      if (!rebuiltAt) return FIRST_READING_FIGURE;
      return { text: `${pending.toLocaleString("en-US")} pending`, asOf: heardAt };
    }),
  });
}
