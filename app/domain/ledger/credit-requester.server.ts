import { defineHook } from "~/core/hook.server";
import type { IdempotencyDefinition } from "~/core/intents/idempotency-key.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import type { PostingState } from "./posting";
import { ledgerOperations } from "./tables.server";

/** A credit that another function adds for a customer. */
export interface WantedCredit {
  customerId: number;
  amountCents: Cents;
  reference: string;
  /** What the credit is for. The caller writes its own record in the same transaction, so that it requests a credit once. */
  operationId: string;
  now: Date;
}

/** The outcome of a requested credit: a posting, a request that waits for a second administrator, or a refusal. */
export type RequestedCredit =
  | { postingId: string; approvalId: null; problem: null }
  | { postingId: null; approvalId: string; problem: null }
  | { postingId: null; approvalId: null; problem: string };

/** Where a requested credit is. */
export interface CreditProgress {
  state: PostingState | "waiting" | "declined";
  /** Why it failed or was declined. An approved request that was refused has failed, too. */
  problem: string | null;
}

/** Adds credit by the rules of the Credits page: limits, a second administrator, the audit log. */
export interface CreditRequester {
  request(
    tx: ShopTransaction,
    caller: { shop: Shop; administrator: Administrator },
    credit: WantedCredit,
  ): Promise<RequestedCredit>;
  /** @param refs by postings or approvals. @returns by the same ids, without unknown ones */
  progressOf(
    tx: ShopTransaction,
    shop: string,
    refs: readonly { postingId: string | null; approvalId: string | null }[],
  ): Promise<Map<string, CreditProgress>>;
}

/** The Credits page provides it. */
export const creditRequesters = defineHook<CreditRequester>("ledger.credit-requester");

/** The one that is installed. */
export function creditRequester(): CreditRequester {
  const [requester] = creditRequesters.all();
  if (!requester) throw new Error("No module provides ledger.credit-requester.");
  return requester;
}

/** Requests that change credit, each answered once. */
export const creditRequests: IdempotencyDefinition = { noun: "request", table: ledgerOperations };
