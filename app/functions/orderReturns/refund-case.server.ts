import { and, eq, ne } from "drizzle-orm";
import { isOurs, type OperationKind } from "~/core/operations/operation-kind.server";
import { LostLease } from "~/core/operations/operations.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { returnRefunds } from "./tables.server";

/** The processing of a return while it runs, and after. */
export type RefundCase = typeof returnRefunds.$inferSelect;

/** Shopify refused to process a return for good, so nothing was refunded. */
export class ProcessingRefused extends Error {}

/** The processing of returns as operations: once per return. */
export const refundCase: OperationKind<typeof returnRefunds> = {
  noun: "processed return",
  table: returnRefunds,
  key: ["id"],
  finishTask: "returns.finish-processing",
  busyMessage: "This return was processed already, or is being processed. Search for the order again.",
  lostMessage:
    "Processing the return took too long. Search for the order again before you try it another time.",
  isUndone: (error) => error instanceof ProcessingRefused,
};

/** Records a step. @throws LostLease when another attempt has taken it over */
export async function recordRefundStep(
  tx: ShopTransaction,
  row: RefundCase,
  set: Partial<Pick<RefundCase, "processedAt" | "postingId" | "approvalId" | "problem">>,
): Promise<RefundCase> {
  const [saved] = await tx.update(returnRefunds).set(set).where(isOurs(refundCase, row)).returning();
  if (!saved) throw new LostLease(refundCase);
  return saved;
}

/** Locks a processing until the transaction ends. @throws LostLease when another attempt has taken it over */
export async function lockRefund(tx: ShopTransaction, row: RefundCase): Promise<RefundCase> {
  const [locked] = await tx.select().from(returnRefunds).where(isOurs(refundCase, row)).for("no key update");
  if (!locked) throw new LostLease(refundCase);
  return locked;
}

/** Whether the items of a return were received here, or are being received. */
export async function isReceived(
  tx: ShopTransaction,
  shop: string,
  returnGid: string | null,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: returnRefunds.id })
    .from(returnRefunds)
    .where(
      and(
        eq(returnRefunds.shop, shop),
        eq(returnRefunds.returnGid, returnGid ?? ""),
        ne(returnRefunds.state, "failed"),
      ),
    );
  return row !== undefined;
}

/** The processing with this id, also an ended one. */
export async function findRefund(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<RefundCase | undefined> {
  const [row] = await tx
    .select()
    .from(returnRefunds)
    .where(and(eq(returnRefunds.shop, shop), eq(returnRefunds.id, id)));
  return row;
}
