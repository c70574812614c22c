import { z } from "zod";
import { POSTING_STATES } from "~/domain/ledger/posting";

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

/** The result of a request. */
export const posted = z.object({
  /** False when no credit was changed. */
  status: z.boolean(),
  msg: text,
  list: z.array(outcome),
});
