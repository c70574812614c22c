import { z } from "zod";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

/** An instant, ISO 8601. */
export const instant = z.string();

/** A customer with credit. Amounts have at most as many decimals as the shop's currency. */
export const creditCustomer = z.object({
  /** The number at the end of Shopify's id. */
  shopifyCustomerId: text,
  name: text,
  email: text.nullable(),
  balance: z.number(),
  balanceCents: centsSchema,
  /** The part of the balance that pending adjustments will take. */
  heldCents: centsSchema,
  /** What pending credits will add. */
  comingCents: centsSchema,
  /** When the balance was last compared with Shopify, ISO 8601. Null before the first comparison. */
  comparedAt: text.nullable(),
});

export type CreditCustomer = z.infer<typeof creditCustomer>;

/** A transaction of the ledger. */
export const transaction = z.object({
  id: text,
  createdDate: instant,
  shopifyCustomerId: text,
  customerName: text,
  customerEmail: text.nullable(),
  transactionType: z.enum(POSTING_TYPES),
  /** In the shop's currency, without sign. */
  amount: z.number(),
  /** Signed: what it does to the balance. */
  amountCents: centsSchema,
  reference: text,
  expirationDate: instant.nullable(),
  adminName: text,
  adminEmail: text,
  state: z.enum(POSTING_STATES),
  /** Why it failed, or waits. */
  problem: text.nullable(),
  orderName: text.nullable(),
  /** The transaction that this one reverses. */
  reversesId: text.nullable(),
  /** The transaction that reversed this one. */
  reversedById: text.nullable(),
  /** The request to reverse it that waits for a second approver. */
  waitingReversal: z.object({ id: text, askedByName: text, askedAt: instant }).nullable(),
  /**
   * `possible`: the database has failed over, and Shopify has a transaction that this one may be. It waits for a person's decision.
   * `recognized`: a person decided that it is that one, so it wasn't sent.
   */
  duplicate: z.enum(["possible", "recognized"]).nullable(),
  /** It was certainly not sent to Shopify, and has waited for longer than usual, so it can be canceled. */
  canBeGivenUp: z.boolean(),
});

export type Transaction = z.infer<typeof transaction>;

export const name = text.trim().max(255, "must be at most 255 characters").default("");

/** The largest amount of each kind, in the shop's currency. */
export const rangesLimits = z.object({
  creditAmount: z.number(),
  adjustmentAmount: z.number(),
  discountCodeAmount: z.number(),
  orderAmount: z.number(),
  refundAmount: z.number(),
});

export type RangesLimits = z.infer<typeof rangesLimits>;

const cell = z
  .union(
    [text.max(1_000, "must be at most 1,000 characters"), z.number(), z.null()],
    "must be a text or a number",
  )
  .optional();

/** A row of an import as a script sends it. */
export const importRow = z.object({ email: cell, credit: cell, adjustment: cell, reference: cell });

export type CreditImportRow = z.infer<typeof importRow>;
