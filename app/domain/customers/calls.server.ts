import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { call } from "~/core/call.server";
import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import { readCustomer } from "./detail.server";
import { findPossibleDuplicates } from "./duplicates.server";
import { editCustomer, sentValues } from "./edit.server";
import { CARD_FLAGS, REGISTERED, REGISTERED_FLAGS, STUDENTS } from "./kinds";
import { customersMirror } from "./mirror.server";
import { customerGid, parseCustomerId } from "./mirror-row";
import { customerDetailShape, customerIdInPath, customerUpdate, text } from "./schemas";

/** Calls about one customer that several functions share; which flag is needed depends on who the customer is. */
export const customersCalls = {
  detail: call("GET /customer/{id}", {
    for: CARD_FLAGS,
    summary: "One customer, read from the store itself",
    input: z.object({ id: customerIdInPath }),
    output: customerDetailShape,
    run: (context, input) =>
      readCustomer(
        {
          shop: context.shop.domain,
          adminApi: liveAdminApi(context.shop.domain),
          administrator: context.administrator,
        },
        input.id,
      ),
  }),
  duplicates: call("GET /customer/{id}/duplicates", {
    for: CARD_FLAGS,
    summary: "Customers who may be the same person, because they have the same name or mailbox",
    input: z.object({ id: customerIdInPath }),
    output: z.object({
      list: z.array(
        z.object({
          id: text,
          displayName: text,
          email: text.nullable(),
          /** Instant, ISO 8601. */
          createdAt: text,
          isSameName: z.boolean(),
          isSameMailbox: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
    }),
    async run({ shop, administrator }, { id }) {
      const found = await findPossibleDuplicates(shop.domain, administrator, parseCustomerId(id));
      const list = found.list.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      return { ...found, list };
    },
  }),
  edit: call("PUT /studentcustomers", {
    for: REGISTERED_FLAGS,
    summary: "Edit the record of a student or staff customer",
    input: customerUpdate,
    output: z.object({ customer: z.object({ id: text }), changed: z.array(text) }),
    async run(context, input) {
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
    },
  }),
  ...mirrorCalls(customersMirror, "/mirror"),
};
