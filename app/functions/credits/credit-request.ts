import type { NewPosting } from "~/domain/ledger/post.server";
import type { Cents } from "~/platform/money/cents";
import type { CreditOutcome, Repetition } from "./schemas";

/** A request to change the credit of several customers. */
export interface CreditRequest {
  type: NewPosting["type"];
  customerIds: readonly number[];
  amountCents: Cents;
  reference: string;
  /** When a credit expires. */
  expiresAt?: Date;
  /** The posting that is to be reversed. */
  reversesId?: string;
}

/** The answer to it. */
export interface CreditAnswer {
  status: boolean;
  msg: string;
  list: CreditOutcome[];
  /** Nothing was posted, because this has to be confirmed. */
  repetition?: Repetition;
}

/** How a request is made. */
export interface RequestOptions {
  /** `ask` posts nothing when the request repeats earlier postings. */
  onRepeat?: "ask" | "post";
  /** The idempotency key. */
  key?: string;
}
