import { z } from "zod";
import { call } from "~/core/call.server";
import { reference } from "../fields";
import { MAX_CUSTOMERS } from "../messages";
import { decideDuplicates, readDuplicates } from "./decide-duplicates.server";
import { DUPLICATE_DECISIONS, duplicate, text } from "./schemas";

/** The calls about transactions that a fail-over of the database makes doubtful. */
export const duplicateCalls = {
  duplicates: call("GET /credits/duplicates", {
    for: "showCredits",
    summary: "Transactions that may already be paid, because the database has failed over, oldest first",
    output: z.object({
      status: z.literal(true),
      msg: text,
      list: z.array(duplicate),
      /** How many there are. The list has at most 100. */
      total: z.number().int(),
    }),
    run: async (context) => ({
      status: true as const,
      msg: "",
      ...(await readDuplicates(context)),
    }),
  }),
  decideDuplicates: call("POST /credits/duplicates/decide", {
    for: "showCredits",
    summary: "Decide that transactions are paid already, or that they are sent to Shopify",
    input: z.object({
      ids: z
        .array(z.uuid("must be the id of a transaction"))
        .min(1, "must have at least one id")
        .max(MAX_CUSTOMERS, `must be at most ${MAX_CUSTOMERS}`),
      decision: z.enum(DUPLICATE_DECISIONS, "must be paid or send"),
      reason: reference,
    }),
    output: z.object({ status: z.literal(true), msg: text }),
    run: async (context, input) => ({
      status: true as const,
      msg: await decideDuplicates(context, input),
    }),
  }),
};
