import { z } from "zod";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";
import { reference } from "../fields";
import { MAX_CUSTOMERS } from "../messages";

const text = z.string();

/** A transaction that may already be paid. Instants are ISO 8601. */
const duplicate = z.object({
  id: text,
  customerId: text,
  customerName: text,
  customerEmail: text.nullable(),
  type: z.enum(["Credit", "Adjustment"]),
  /** Signed. */
  amountCents: centsSchema,
  reference: text,
  at: text,
  actorName: text,
  /** When Shopify made the transaction that it may be. */
  paidAt: text,
});
export type Duplicate = z.infer<typeof duplicate>;

export const DUPLICATE_DECISIONS = ["paid", "send"] as const;

/** The calls about transactions that a fail-over of the database makes doubtful. */
export const duplicateCalls = {
  duplicates: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/duplicates",
      summary: "Transactions that may already be paid, because the database has failed over, oldest first",
    })
    .output(
      z.object({
        status: z.literal(true),
        msg: text,
        list: z.array(duplicate),
        /** How many there are. The list has at most 100. */
        total: z.number().int(),
      }),
    ),
  decideDuplicates: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/duplicates/decide",
      summary: "Decide that transactions are paid already, or that they are sent to Shopify",
    })
    .input(
      z.object({
        ids: z
          .array(z.uuid("must be the id of a transaction"))
          .min(1, "must have at least one id")
          .max(MAX_CUSTOMERS, `must be at most ${MAX_CUSTOMERS}`),
        decision: z.enum(DUPLICATE_DECISIONS, "must be paid or send"),
        reason: reference,
      }),
    )
    .output(z.object({ status: z.literal(true), msg: text })),
};
