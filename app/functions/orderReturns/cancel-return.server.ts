import { and, eq } from "drizzle-orm";
import { returnProgress } from "~/connectors/shopify/operations/returns";
import { UpsRefused } from "~/connectors/ups/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { completeIntent } from "~/core/intents/intents.server";
import { type Lease, leaseFromNow } from "~/core/intents/lease.server";
import { runIntent } from "~/core/intents/run-intent.server";
import { BACKROOM } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, isDatabaseUnavailable, notFound, upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { advanceReturn, type ReturnTools } from "./advance-return.server";
import { returnCanceled, returnNotCanceled, returnSubject } from "./audit.server";
import { returnTools } from "./create-return.server";
import * as cases from "./return-case.server";
import { returnCases } from "./tables.server";

const RECEIVED = "The items of this return were received already, so it can't be canceled.";

/**
 * Cancels a created return and voids its label. Its units can be returned again. Does nothing if that was done before.
 * @throws 404 without such a return, 409 when it is received, refunded, closed or on its way, or when Shopify refuses, 502 when the
 *   outcome isn't known yet
 */
export async function cancelReturn(
  { shop: { domain: shop }, administrator, clock }: CallContext,
  id: string,
): Promise<cases.ReturnOutcome> {
  const found = await withShop(shop, (tx) => cases.findCase(tx, shop, id));
  if (!found) throw notFound("This return wasn't created here. Cancel it in Shopify.");
  if (found.state === "failed") return outcomeOf(found);
  if (found.state === "started") throw conflict(cases.busyMessageOf(found));
  const tools = await returnTools(shop, clock);
  await assertCancelable(tools, found);
  const row = await withShop(shop, async (tx) => {
    const [opened] = await tx
      .update(returnCases)
      .set({
        state: "started",
        attempt: found.attempt + 1,
        leaseUntil: leaseFromNow(),
        failure: "canceled",
        failureReason: `Canceled by ${administrator.name}.`,
        dismissedAt: null,
      })
      .where(
        and(
          eq(returnCases.shop, shop),
          eq(returnCases.id, id),
          eq(returnCases.attempt, found.attempt),
          eq(returnCases.state, "done"),
        ),
      )
      .returning()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? conflict(cases.returnCase.busyMessage) : error;
      });
    if (!opened) throw conflict("This return was changed. Search for the order again.");
    // The update locked the case: a receipt waits for it, or was written before.
    if (await cases.isReceived(tx, shop, found.returnGid)) throw conflict(RECEIVED);
    await recordAudit(tx, shop, returnCanceled, {
      actor: administrator,
      subject: { type: returnSubject, id },
      before: { order: opened.orderName, trackingNumber: opened.trackingNumber ?? "" },
      after: null,
      flag: "showOrderReturns",
    });
    return opened;
  });
  let refusal: string | undefined;
  try {
    refusal = await runIntent(cases.returnCase, row, clock, (lease) => undo(tools, row, lease));
  } catch (error) {
    if (error instanceof cases.ReturnFailed)
      return outcomeOf((await withShop(shop, (tx) => cases.findCase(tx, shop, id))) ?? row);
    if (isDatabaseUnavailable(error)) throw error;
    log.warn({ shop, id, err: error }, "the cancellation of a return isn't finished yet");
    throw upstreamFailed(
      "UPS or Shopify didn't answer. Backroom cancels this return in the background. Search for the order again in a minute.",
    );
  } finally {
    publishChange(shop, "showOrderReturns", { list: "orderReturns" });
  }
  throw conflict(`${refusal ?? cases.returnCase.busyMessage} The return and its label are as before.`);
}

/** Undoes a return that is being canceled. @returns Shopify's refusal, after which it is a created return again */
async function undo(tools: ReturnTools, row: cases.ReturnCase, lease: Lease): Promise<string | undefined> {
  try {
    await advanceReturn(tools, row, lease);
    return undefined;
  } catch (error) {
    if (!(error instanceof cases.CancelRefused)) throw error;
    await restoreReturn(row, error, tools.clock);
    return error.message;
  }
}

/** Makes a return that Shopify refused to cancel a created one again, with its audit entry. */
export const restoreReturn = (
  row: cases.ReturnCase,
  { message }: cases.CancelRefused,
  clock: Clock,
): Promise<void> =>
  withShop(row.shop, async (tx) => {
    // The reason stays, so that the order and the open returns show it.
    await cases.recordStep(tx, row, { failure: null, failureReason: message });
    // When it was created says how old it is.
    await completeIntent(tx, cases.returnCase, row, row.finishedAt ?? clock.now());
    await recordAudit(tx, row.shop, returnNotCanceled, {
      actor: BACKROOM,
      subject: { type: returnSubject, id: row.id },
      before: null,
      after: { order: row.orderName, reason: message },
      flag: "showOrderReturns",
    });
  });

/** @throws 409 when the return still exists in Shopify: its creation failed, and Shopify refused to cancel it */
function outcomeOf(row: cases.ReturnCase): cases.ReturnOutcome {
  const remnant = cases.remnantOf(row);
  if (remnant === "return") throw conflict("Shopify refused to cancel this return. Cancel it in Shopify.");
  if (remnant === "label")
    return {
      msg: "The return was canceled. UPS didn't void its label, so it can still be used.",
      isComplete: false,
    };
  const what = row.labelVoidedAt ? "canceled and its label voided" : "canceled";
  return { msg: `The return was ${what}.`, isComplete: true };
}

/** Afterwards, UPS refuses to void the label, and Shopify to cancel the return. */
async function assertCancelable({ api, ups, call }: ReturnTools, row: cases.ReturnCase): Promise<void> {
  const { return: found } = await api.run(returnProgress, { id: row.returnGid ?? "" }, call);
  if (found && found.status !== "CANCELED") {
    if (found.status !== "OPEN") throw conflict("This return is closed in Shopify, so it can't be canceled.");
    if (found.returnLineItems.nodes.some(({ refundedQuantity }) => refundedQuantity > 0))
      throw conflict("This return is refunded already, so it can't be canceled.");
    if (found.returnLineItems.nodes.some(({ processedQuantity }) => processedQuantity > 0))
      throw conflict(RECEIVED);
  }
  const parcel = await ups.track(row.trackingNumber ?? "").catch((error: unknown) => {
    if (error instanceof UpsRefused) return null;
    throw upstreamFailed("UPS didn't answer where the package is. Try again in a minute.");
  });
  if (parcel && parcel.state !== "labelCreated")
    throw conflict("The package is on its way or was delivered, so its label can't be voided.");
}
