import { z } from "zod";
import { POSTING_STATES } from "~/domain/ledger/posting";

const text = z.string();

/** What became of one customer of a request. */
export const outcome = z.object({
  /** The customer's. */
  id: text,
  postingId: text.nullable(),
  /** PENDING: written down and on its way. FAILED: refused, `problem` says why. */
  state: z.enum(POSTING_STATES),
  problem: text.nullable(),
});
export type CreditOutcome = z.infer<typeof outcome>;

/** What became of a request. */
export const posted = z.object({
  /** False when nobody's credit was changed. */
  status: z.boolean(),
  msg: text,
  list: z.array(outcome),
});
