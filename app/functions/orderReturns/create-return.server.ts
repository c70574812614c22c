import { liveAdminApi } from "~/connectors/shopify/live.server";
import { NoAnswer } from "~/connectors/shopify/port";
import { liveUps } from "~/connectors/ups/live.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { completeIntent, openIntent } from "~/core/intents/intents.server";
import { runIntent } from "~/core/intents/run-intent.server";
import { upsConnection } from "~/domain/ups/connection.server";
import { type Clock, systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, isDatabaseUnavailable, notFound, Refusal, upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import { advanceReturn, type ReturnTools } from "./advance-return.server";
import { returnCreated, returnSubject } from "./audit.server";
import { planReturn, type RequestedLine, type ReturnFees } from "./plan-return.server";
import { readReturnOrder } from "./read-return-order.server";
import { findCase, type ReturnCase, ReturnFailed, returnCase, unitsOf } from "./return-case.server";
import type { EditedAddress } from "./return-rules";

/** A return to create. */
interface ReturnRequest {
  operationId: string;
  orderId: string;
  lines: readonly RequestedLine[];
  /** Null to send it from the order's address. */
  edited: EditedAddress | null;
  fees: ReturnFees;
}

/** The end of a return. */
interface ReturnOutcome {
  id: string;
  success: boolean;
  /** Whether it was UPS that refused it. */
  upsError: boolean;
  /** Why it was refused, in the words of UPS or Shopify. */
  reason?: string;
}

/**
 * Creates a return: buys a label, creates the return in Shopify, and announces the parcel with the label. When a step is refused, the
 * earlier ones are undone.
 * @throws 400 for what can't be returned, 404 without the order, 409 while another return of the order is created, 502 when
 *   the outcome isn't known yet
 */
export async function createReturn(
  { shop, administrator, clock }: CallContext,
  request: ReturnRequest,
): Promise<ReturnOutcome> {
  const { operationId, orderId, lines, edited, fees } = request;
  const requestHash = stableUuid(JSON.stringify([orderId, lines, edited, fees]));
  const earlier = await withShop(shop.domain, (tx) => findCase(tx, shop.domain, operationId));
  if (earlier) return outcomeOfRepeat(earlier, requestHash);
  const tools = await returnTools(shop.domain, clock);
  const order = await readReturnOrder(tools.api, orderId);
  if (!order) throw notFound("This order no longer exists. Search for it again.");
  if (fees.shippingFeeCents > 0 && order.presentmentCurrencyCode !== shop.currency)
    throw conflict(`This order isn't in ${shop.currency}, so it can't have a return shipping fee.`);
  const { sender, weight, lines: caseLines } = planReturn(order, lines, edited);
  const row = await withShop(shop.domain, (tx) =>
    openIntent(tx, returnCase, {
      shop: shop.domain,
      id: operationId,
      requestHash,
      orderId: order.id,
      orderName: order.name,
      customerId: Number(order.customer?.id.split("/").at(-1)) || null,
      lines: caseLines,
      sender,
      isEdited: edited !== null,
      weight: Math.round(weight * 100),
      ...fees,
      madeById: administrator.id,
      madeByName: administrator.name,
      startedAt: clock.now(),
    }),
  );
  try {
    await runIntent(returnCase, row, clock, async (lease) => {
      await completeReturn(await advanceReturn(tools, row, lease), clock);
    });
    return { id: row.id, success: true, upsError: false };
  } catch (error) {
    if (error instanceof ReturnFailed) return outcomeOf(row.id, error.failure, error.reason);
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof Refusal && !(error instanceof NoAnswer)) throw error;
    log.warn({ shop: shop.domain, id: row.id, err: error }, "the outcome of a return isn't known yet");
    throw upstreamFailed(
      "UPS or Shopify didn't answer. Backroom finishes or cancels this return in the background. Search for the order again in a minute.",
    );
  } finally {
    publishChange(shop.domain, "showOrderReturns", { list: "orderReturns" });
  }
}

const outcomeOf = (id: string, failure: ReturnCase["failure"], reason: string | null): ReturnOutcome => ({
  id,
  success: failure === null,
  upsError: failure === "ups",
  ...(failure !== null && reason && { reason }),
});

/** A repeated request gets the outcome of the first. */
function outcomeOfRepeat(earlier: ReturnCase, requestHash: string): ReturnOutcome {
  if (earlier.requestHash !== requestHash) throw keyConflict("return");
  if (earlier.state === "started") throw conflict(returnCase.busyMessage);
  return outcomeOf(earlier.id, earlier.failure, earlier.failureReason);
}

/** The systems that a return needs. @throws 409 when UPS isn't set up */
export async function returnTools(shop: string, clock: Clock = systemClock): Promise<ReturnTools> {
  const settings = await upsConnection.access(shop);
  return { api: liveAdminApi(shop), ups: liveUps(settings), settings, clock, call: { priority: "person" } };
}

/** Ends a return whose steps are all done, with its audit entry. */
export const completeReturn = (row: ReturnCase, clock: Clock): Promise<void> =>
  withShop(row.shop, async (tx) => {
    await completeIntent(tx, returnCase, row, clock.now());
    await recordAudit(tx, row.shop, returnCreated, {
      actor: { id: row.madeById, name: row.madeByName },
      subject: { type: returnSubject, id: row.id },
      before: null,
      after: {
        order: row.orderName,
        units: unitsOf(row.lines),
        trackingNumber: row.trackingNumber ?? "",
      },
      flag: "showOrderReturns",
    });
  });
