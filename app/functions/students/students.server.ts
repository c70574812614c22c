import { implement } from "@orpc/server";
import { readCounts } from "~/domain/customers/counts.server";
import { readFreshness } from "~/domain/customers/freshness.server";
import { listRegistrations } from "~/domain/customers/list.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { studentsContract } from "./contract";
import { studentsList } from "./list";

const calls = implement(studentsContract).$context<CallContext>().use(door);

/** The calls of the Students screen. */
export const studentsRouter = calls.router({
  list: calls.list.handler(({ input, context }) => {
    const { params, query, body } = input;
    return withShop(context.shop.domain, (tx) =>
      listRegistrations(tx, context.shop, studentsList, {
        registration: "student",
        status: params.status,
        searchType: body.searchType,
        searchValue: body.searchValue.trim(),
        sort: query.sort,
        direction: query.direction,
        lastId: query.last_id,
        pageSize: query.pageSize,
      }),
    );
  }),

  counts: calls.counts.handler(({ context }) => readCounts(context.shop.domain, "student")),

  figure: calls.figure.handler(async ({ context }) => {
    const shop = context.shop.domain;
    const [{ pending }, { heardAt }] = await Promise.all([readCounts(shop, "student"), readFreshness(shop)]);
    return { text: `${pending.toLocaleString("en-US")} pending`, asOf: heardAt };
  }),
});
