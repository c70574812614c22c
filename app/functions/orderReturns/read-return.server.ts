import { and, eq, ne, type SQL } from "drizzle-orm";
import * as returns from "~/connectors/shopify/operations/returns";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { type CreditProgress, creditRequester } from "~/domain/ledger/credit-requester.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { readPages } from "./read-pages";
import type { RefundCase } from "./return-case.server";
import { returnRefunds } from "./tables.server";

/** A return with all its lines. */
export interface ReturnWithLines extends returns.ReturnToProcess {
  lines: returns.ReturnLine[];
}

/** Reads a return from Shopify. Null when it no longer exists. */
export async function readReturn(
  api: AdminApi,
  id: string,
  callOptions?: CallOptions,
): Promise<ReturnWithLines | null> {
  const [{ return: found }, lines] = await Promise.all([
    api.run(returns.returnToProcess, { id }, callOptions),
    readReturnLines(api, id, null, callOptions),
  ]);
  return found && { ...found, lines };
}

/** The lines of a return. @param after the cursor to begin after */
export const readReturnLines = (
  api: AdminApi,
  id: string,
  after?: string | null,
  callOptions?: CallOptions,
): Promise<returns.ReturnLine[]> =>
  readPages<returns.ReturnLine>(
    async (cursor) =>
      (await api.run(returns.returnLines, { id, after: cursor }, callOptions)).return?.returnLineItems,
    after,
  );

/** What the customer sends back for a return. */
export async function readReverseLines(api: AdminApi, id: string): Promise<returns.ReverseLine[]> {
  const orders = await readPages(
    async (after) => (await api.run(returns.reverseLines, { id, after })).return?.reverseFulfillmentOrders,
  );
  return orders.flatMap(({ lineItems }) => lineItems.nodes);
}

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
