import { z } from "zod";
import { POSTING_STATES } from "~/domain/ledger/posting";
import { centsSchema } from "~/platform/money/cents-schema";

const text = z.string();

/** The result of a request for one customer. */
export const outcome = z.object({
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
