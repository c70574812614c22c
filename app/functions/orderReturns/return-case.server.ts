import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { type IntentDefinition, isOurs } from "~/core/intents/intent-definition.server";
import { LostLease } from "~/core/intents/intents.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type ReturnFailure, returnCases, returnRefunds } from "./tables.server";

/** A return while it is created, and after. */
export type ReturnCase = typeof returnCases.$inferSelect;

/** What the cancellation or the receipt of a return did. */
export interface ReturnOutcome {
  /** A sentence for people. */
  msg: string;
  /** False when something is left to do: a label that can still be used, or a credit that was refused. */
  isComplete: boolean;
}

/** UPS or Shopify refused a return for good, or it was canceled, and every step of it was undone that can be. */
export class ReturnFailed extends Error {
  /** @param reason in the words of UPS or Shopify */
  constructor(
    readonly failure: ReturnFailure,
    readonly reason: string | null,
  ) {
    super(`The return failed: ${failure}.`);
  }
}

/** Shopify refused to cancel a created return: the return and its label are as before. */
export class CancelRefused extends Error {}

/** Returns as intents: one at a time per order. */
export const returnCase: IntentDefinition<typeof returnCases> = {
  noun: "return",
  table: returnCases,
  key: ["id"],
  finishTask: "returns.finish-open",
  busyMessage:
    "A return of this order is being created or canceled. Wait a minute, then search for the order again.",
  lostMessage:
    "Creating the return took too long. Search for the order again before you try it another time.",
  isUndone: (error) => error instanceof ReturnFailed,
};

/**
 * What a return is. `undoing`: UPS or Shopify refused it, and what was done of it is undone, until it is `refused`. `kept`: Shopify refused
 * its cancellation, so it is a created return again.
 */
export type ReturnPhase = "creating" | "undoing" | "canceling" | "created" | "kept" | "refused" | "canceled";

/** The only place that reads a return's phase from its columns. */
export function phaseOf({
  state,
  failure,
  failureReason,
}: Pick<ReturnCase, "state" | "failure" | "failureReason">): ReturnPhase {
  switch (state) {
    case "started":
      return failure === null ? "creating" : failure === "canceled" ? "canceling" : "undoing";
    case "done":
      return failureReason === null ? "created" : "kept";
    case "failed":
      return failure === "canceled" ? "canceled" : "refused";
  }
}

/** What of a return that was undone still exists outside: the return in Shopify, or a label that can be used. */
export const remnantOf = ({
  returnGid,
  returnCanceledAt,
  shipmentId,
  labelVoidedAt,
}: Pick<ReturnCase, "returnGid" | "returnCanceledAt" | "shipmentId" | "labelVoidedAt">):
  | "return"
  | "label"
  | null => {
  if (returnGid && !returnCanceledAt) return "return";
  return shipmentId && !labelVoidedAt ? "label" : null;
};

/** The condition that a label of a return can still be used. */
export const hasLabel = and(isNotNull(returnCases.shipmentId), isNull(returnCases.labelVoidedAt));

/** As `remnantOf`, as a condition. */
export const hasRemnant = or(
  and(isNotNull(returnCases.returnGid), isNull(returnCases.returnCanceledAt)),
  hasLabel,
);

/** Why a return that isn't a created one can't be changed. */
export const busyMessageOf = (row: Parameters<typeof phaseOf>[0]): string =>
  phaseOf(row) === "creating"
    ? returnCase.busyMessage
    : "This return is being canceled or was canceled. Search for the order again.";

/** A step that was done outside, or undone. */
export type StepResult = Partial<
  Pick<
    ReturnCase,
    | "shipmentId"
    | "trackingNumber"
    | "labelCents"
    | "labelCurrency"
    | "labelVoidedAt"
    | "labelId"
    | "returnGid"
    | "returnCanceledAt"
    | "failure"
    | "failureReason"
    | "recheckAt"
  >
>;

/** Records a step of a return. @throws LostLease when another attempt has taken it over */
export async function recordStep(tx: ShopTransaction, row: ReturnCase, set: StepResult): Promise<ReturnCase> {
  const [saved] = await tx.update(returnCases).set(set).where(isOurs(returnCase, row)).returning();
  if (!saved) throw new LostLease(returnCase);
  return saved;
}

/** The return with this id, also an ended one. */
export async function findCase(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<ReturnCase | undefined> {
  const [row] = await tx
    .select()
    .from(returnCases)
    .where(and(eq(returnCases.shop, shop), eq(returnCases.id, id)));
  return row;
}

export const unitsOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The entries of each line, by its id. */
export const partsByLine = <Part extends { id: string }>(parts: readonly Part[]): [string, Part[]][] =>
  [...new Set(parts.map(({ id }) => id))].map((id) => [id, parts.filter((part) => part.id === id)]);

/** The condition that a return was created, and is neither refunded nor closed. */
export const isUnpaid = (shop: string) =>
  and(
    eq(returnCases.shop, shop),
    eq(returnCases.state, "done"),
    isNull(returnCases.paidAt),
    isNull(returnCases.closedAt),
  );

/** The reference number by which UPS finds the label again. */
export const referenceOf = ({ id }: Pick<ReturnCase, "id">): string => id.replaceAll("-", "");

/** The processing of a return while it runs, and after. */
export type RefundCase = typeof returnRefunds.$inferSelect;

/** Shopify refused to process a return for good, so nothing was refunded. */
export class ProcessingRefused extends Error {}

/** The processing of returns as intents: once per return. */
export const refundCase: IntentDefinition<typeof returnRefunds> = {
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

/** Whether nothing more is sent back for a return: its items were received here, or it was refunded or closed in Shopify. */
export const isOver = async (
  tx: ShopTransaction,
  { shop, returnGid, paidAt, closedAt }: Pick<ReturnCase, "shop" | "returnGid" | "paidAt" | "closedAt">,
): Promise<boolean> => paidAt !== null || closedAt !== null || isReceived(tx, shop, returnGid);

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
