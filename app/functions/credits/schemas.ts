import { z } from "zod";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

/** An instant, ISO 8601. */
export const instant = z.string();

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

/** The result of a request for one customer. */
const outcome = z.object({
  /** The customer's. */
  id: text,
  postingId: text.nullable(),
  /** PENDING: recorded and on its way. FAILED: refused, with `problem`. */
  state: z.enum(POSTING_STATES),
  problem: text.nullable(),
});

export type CreditOutcome = z.infer<typeof outcome>;

/** What a request repeats, and has to be confirmed. */
export const repetition = z.object({
  question: text,
  /** Some of the earlier postings and of the requests that wait for approval. */
  earlier: z.array(
    z.object({
      shopifyCustomerId: text,
      customerName: text,
      /** Without sign. */
      amountCents: centsSchema,
      reference: text,
      /** ISO 8601. */
      at: text,
      /** The administrator who made it. */
      by: text,
      /** It waits for approval. */
      isWaiting: z.boolean(),
    }),
  ),
  /** How many others there are. */
  more: z.number().int(),
});

export type Repetition = z.infer<typeof repetition>;

/** The result of a request. */
export const posted = z.object({
  /** False when no credit was changed. */
  status: z.boolean(),
  msg: text,
  list: z.array(outcome),
  /** With `onRepeat: ask`: nothing was posted, because this has to be confirmed. */
  repetition: repetition.optional(),
});

export const month = z.object({
  month: text,
  addedCents: centsSchema,
  takenCents: centsSchema,
  owedCents: centsSchema,
});

export type LiabilityMonth = z.infer<typeof month>;

export const statement = z.object({
  shopifyCustomerId: text,
  name: text,
  email: text.nullable(),
  balanceCents: centsSchema,
  heldCents: centsSchema,
  comingCents: centsSchema,
  /** When the balance was last compared with Shopify, ISO 8601. Null before the first comparison. */
  comparedAt: text.nullable(),
  /** Before the oldest line. */
  openingCents: centsSchema,
  /** Newest first. */
  lines: z.array(
    z.object({
      id: text,
      at: text,
      type: z.enum(POSTING_TYPES),
      reference: text,
      /** Who posted it. */
      by: text,
      /** Until when a credit can be spent, ISO 8601. Null for one without an end. */
      expiresAt: text.nullable(),
      amountCents: centsSchema,
      balanceCents: centsSchema,
    }),
  ),
});

export type Statement = z.infer<typeof statement>;

export const shownReminders = z.object({ isOn: z.boolean(), daysBefore: z.number().int() });
