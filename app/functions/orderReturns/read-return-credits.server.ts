import { and, eq, ne, type SQL } from "drizzle-orm";
import { type CreditProgress, creditRequester } from "~/domain/ledger/credit-requester.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { RefundCase } from "./refund-case.server";
import { returnRefunds } from "./tables.server";

/** A processed return, with where its credit is. */
export interface ReturnCredit
  extends Pick<
    RefundCase,
    "returnGid" | "refundTo" | "amountCents" | "processedAt" | "madeByName" | "lines"
  > {
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
  return rows.map(({ postingId, approvalId, problem, ...row }) => {
    const found = progress.get(postingId ?? approvalId ?? "");
    const { returnGid, refundTo, amountCents, processedAt, madeByName, lines } = row;
    return {
      ...{ returnGid, refundTo, amountCents, processedAt, madeByName, lines },
      state: found?.state ?? (problem ? "refused" : refundTo === "storeCredit" ? "PENDING" : null),
      problem: found?.problem ?? problem,
    };
  });
}
