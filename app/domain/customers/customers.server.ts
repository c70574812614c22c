import { implement } from "@orpc/server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { requestRebuild } from "~/core/mirrors/request-rebuild.server";
import { customersContract } from "./contract";
import { readCustomer } from "./detail.server";
import { editCustomer, sentValues } from "./edit.server";
import { REGISTERED, STUDENTS } from "./kinds";
import { customersMirror } from "./mirror.server";
import { customerGid } from "./mirror-row";
import { parseCustomerId } from "./parse-customer-id";

const calls = implement(customersContract).$context<CallContext>().use(guard);

/** The calls about customers that several functions share. */
export const customersRouter = calls.router({
  detail: calls.detail.handler(({ input, context }) =>
    readCustomer(
      {
        shop: context.shop.domain,
        adminApi: liveAdminApi(context.shop.domain),
        administrator: context.administrator,
      },
      input.id,
    ),
  ),

  edit: calls.edit.handler(async ({ input, context }) => {
    const { id, seen, ...values } = input;
    const customerId = parseCustomerId(id);
    // Staff customers have no discount limit, so a request with one is about a student.
    const kinds = values.limit === undefined ? REGISTERED : STUDENTS;
    const target = { customerId, kinds };
    const { shop, administrator, clock } = context;
    const tools = {
      shop: shop.domain,
      timeZone: shop.timeZone,
      actor: administrator,
      adminApi: liveAdminApi(shop.domain),
      clock,
    };
    const changedFields = await editCustomer(tools, target, sentValues(values), seen);
    return { customer: { id: customerGid(customerId) }, changed: changedFields };
  }),

  mirror: calls.mirror.handler(({ context }) => customersMirror.readFreshness(context.shop.domain)),

  rebuildMirror: calls.rebuildMirror.handler(({ context }) => requestRebuild(customersMirror, context)),
});
