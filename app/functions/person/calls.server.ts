import { z } from "zod";
import { call } from "~/core/call.server";
import { CARD_FLAGS } from "~/domain/customers/kinds";
import { parseCustomerId } from "~/domain/customers/mirror-row";
import { customerIdInPath } from "~/domain/customers/schemas";
import { customerBlock, readCustomerBlock } from "./read-block.server";

export const personCalls = {
  block: call("GET /customer/{id}/block", {
    for: CARD_FLAGS,
    summary:
      "A customer's registrations, store credit and requests, and what the caller may do, for the Shopify admin",
    input: z.object({ id: customerIdInPath }),
    output: customerBlock,
    run: (context, { id }) => readCustomerBlock(context, parseCustomerId(id)),
  }),
};
