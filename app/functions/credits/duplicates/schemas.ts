import { z } from "zod";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

/** A transaction that may already be paid. Instants are ISO 8601. */
export const duplicate = z.object({
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
