import type { PostingState, PostingType } from "./posting";

/** A posting as lists, statements and files show it. Instants are ISO 8601. */
export interface TransactionRow {
  id: string;
  at: string;
  customerId: string;
  customerName: string;
  customerEmail: string | null;
  type: PostingType;
  /** Signed. */
  amountCents: number;
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
  /** The posting that took it back. */
  reversedById: string | null;
  /** It certainly is not at Shopify, and waits for longer than it should. */
  canBeGivenUp: boolean;
}
