import type { Cents } from "~/platform/money/cents";
import type { PostingState, PostingType } from "./posting";

/** A posting as lists and files show it. Instants are ISO 8601. */
export interface TransactionRow {
  id: string;
  at: string;
  customerId: string;
  customerName: string;
  customerEmail: string | null;
  type: PostingType;
  /** Signed. */
  amountCents: Cents;
  reference: string;
  expiresAt: string | null;
  actorId: string;
  actorName: string;
  actorEmail: string;
  state: PostingState;
  /** Why it failed, or waits. */
  problem: string | null;
  orderName: string | null;
  reversesId: string | null;
  /** The posting that reversed it. */
  reversedById: string | null;
  /** It waits for a person's decision whether Shopify has it already, or a person decided that Shopify has it. */
  duplicate: "possible" | "recognized" | null;
  /** It was certainly not sent, and has waited for longer than usual. */
  isCancelable: boolean;
}
