import { and, eq, ne, type SQL } from "drizzle-orm";
import { type CreditProgress, creditRequester } from "~/domain/ledger/credit-requester.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { RefundCase } from "./refund-case.server";
import { returnRefunds } from "./tables.server";

/** A processed return, with where its credit is. */
export interface ReturnCredit extends Pick<RefundCase, "returnGid" | "refundTo" | "amountCents"> {
  /** Null without a credit. "refused": the ledger didn't accept it. */
  state: CreditProgress["state"] | "refused" | null;
  problem: string | null;
}

/** The processed returns that fulfill a condition. */
export async function readReturnCredits(
  tx: ShopTransaction,
  shop: string,
  where: SQL | undefined,
): Promise<ReturnCredit[]> {
  const rows = await tx
    .select()
    .from(returnRefunds)
    .where(and(eq(returnRefunds.shop, shop), ne(returnRefunds.state, "failed"), where));
  if (rows.length === 0) return [];
  const progress = await creditRequester().progressOf(tx, shop, rows);
  return rows.map(({ returnGid, refundTo, amountCents, postingId, approvalId, problem }) => {
    const found = progress.get(postingId ?? approvalId ?? "");
    return {
      returnGid,
      refundTo,
      amountCents,
      state: found?.state ?? (problem ? "refused" : refundTo === "storeCredit" ? "PENDING" : null),
      problem: found?.problem ?? problem,
    };
  });
}
