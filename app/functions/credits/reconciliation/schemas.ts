import { z } from "zod";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { centsSchema } from "~/platform/money/cents-schema";

/** An instant, ISO 8601. */
export const instant = z.string();

export const difference = z.object({
  id: z.string(),
  kind: z.enum(["shopify", "entries", "sum", "held", "end", "month"]),
  customerId: z.string().nullable(),
  customerName: z.string(),
  oursCents: centsSchema,
  theirsCents: centsSchema,
  /** A sentence that describes the difference. */
  what: z.string(),
  since: instant,
  /** When it was closed. Null while it is open. */
  endedAt: instant.nullable(),
});

export type LedgerDifference = z.infer<typeof difference>;

export const line = z.object({
  id: z.string(),
  at: instant,
  type: z.enum(POSTING_TYPES),
  amountCents: centsSchema,
  reference: z.string(),
  by: z.string(),
  state: z.enum(POSTING_STATES),
  problem: z.string().nullable(),
  balanceCents: centsSchema.nullable(),
  shopifyBalanceCents: centsSchema.nullable(),
  transactionId: z.string().nullable(),
});

export type HistoryLine = z.infer<typeof line>;
