import { implement } from "@orpc/server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { editCustomer, sentValues } from "~/domain/customers/edit.server";
import { FIRST_READING_FIGURE } from "~/domain/customers/first-reading";
import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { listCustomers } from "~/domain/customers/list.server";
import { customersMirror } from "~/domain/customers/mirror.server";
import { customerGid } from "~/domain/customers/mirror-row";
import { parseCustomerId } from "~/domain/customers/parse-customer-id";
import { countNational, readNationalPartners } from "~/domain/customers/registration-counts.server";
import { pluralize } from "~/platform/text/pluralize";
import { nationalContract } from "./contract";
import { nationalList } from "./list";

const calls = implement(nationalContract).$context<CallContext>().use(guard);

/** The calls of the National screen. */
export const nationalRouter = calls.router({
  list: calls.list.handler(({ input, context }) => {
    const { partner, ...query } = input.query;
    const { searchType, searchValue } = input.body;
    const scope = {
      column: "national_partner",
      value: partner || undefined,
      countedAs: NATIONAL_PARTNER.countedAs,
    } as const;
    return listCustomers(context.shop, nationalList, scope, {
      searchType,
      searchValue: searchValue.trim(),
      ...query,
    });
  }),

  edit: calls.edit.handler(async ({ input, context }) => {
    const { id, seen, ...values } = input;
    const { shop, administrator, clock } = context;
    const customerId = parseCustomerId(id);
    const tools = {
      shop: shop.domain,
      timeZone: shop.timeZone,
      actor: administrator,
      adminApi: liveAdminApi(shop.domain),
      clock,
    };
    const edited = { customerId, kinds: [NATIONAL_PARTNER] };
    const changed = await editCustomer(tools, edited, sentValues(values), seen);
    return { customer: { id: customerGid(customerId) }, changed };
  }),

  partners: calls.partners.handler(async ({ context }) => ({
    partners: await readNationalPartners(context.shop.domain),
  })),

  figure: calls.figure.handler(async ({ context }) => {
    const shop = context.shop.domain;
    const [count, { heardAt, rebuiltAt }] = await Promise.all([
      countNational(shop),
      customersMirror.readFreshness(shop),
    ]);
    if (!rebuiltAt) return FIRST_READING_FIGURE;
    return { text: pluralize(count, "national partner"), asOf: heardAt };
  }),
});
