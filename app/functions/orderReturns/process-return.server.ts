import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { returnProcess } from "~/connectors/shopify/operations/returns";
import { type AdminApi, type CallOptions, NoAnswer } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { completeIntent, dropIntent, openIntent } from "~/core/intents/intents.server";
import type { Lease } from "~/core/intents/lease.server";
import { finishIntent, finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { customersMirror } from "~/domain/customers/mirror.server";
import { creditRequester, type RequestedCredit } from "~/domain/ledger/credit-requester.server";
import { findOverLimit } from "~/domain/ledger/post.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type Clock, systemClock } from "~/platform/clock";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, isDatabaseUnavailable, Refusal, upstreamFailed } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import { returnProcessed, returnSubject } from "./audit.server";
import { FOLLOW_RETURNS, lookUpSoon } from "./follow-returns.server";
import {
  creditProblem,
  isTouched,
  planLines,
  type RequestedDisposition,
  readAmounts,
  readOpenReturn,
} from "./plan-processing.server";
import { readReturn, readReverseLines } from "./read-return.server";
import * as cases from "./return-case.server";
import { type RefundTo, returnCases } from "./tables.server";

/** A request to process a return. */
interface ProcessRequest {
  operationId: string;
  returnId: string;
  lines: readonly RequestedDisposition[];
  refundTo: RefundTo;
  /** The amount that the administrator saw. */
  refundCents: Cents;
}

/** It names Backroom, because the return may have been refunded in Shopify. */
const NOTHING_REFUNDED = "Backroom refunded nothing.";

/** The delay before the credit is checked (milliseconds). It is usually confirmed by then. */
const CHECK_AFTER_MS = 3_000;

/**
 * Records in Shopify the dispositions of a return's items, and refunds them to store credit by the ledger's rules. A return is
 * processed once, so it is credited once.
 * @throws 400 for what isn't a valid choice, 403 without access to Credits, 409 when the return or its amount has changed, 502 when the
 *   outcome isn't known yet
 */
export async function processReturn(
  context: CallContext,
  request: ProcessRequest,
): Promise<cases.ReturnOutcome> {
  const { shop, administrator, clock } = context;
  const { operationId, returnId, lines, refundTo, refundCents } = request;
  const requestHash = stableUuid(JSON.stringify([returnId, lines, refundTo, refundCents]));
  const earlier = await withShop(shop.domain, (tx) => cases.findRefund(tx, shop.domain, operationId));
  if (earlier) return outcomeOfRepeat(earlier, requestHash, shop.currency);
  const api = liveAdminApi(shop.domain);
  const [openReturn, reverseLines] = await Promise.all([
    readOpenReturn(api, returnId),
    readReverseLines(api, returnId),
  ]);
  const plannedLines = planLines(openReturn, reverseLines, lines);
  const receivedLines = plannedLines.filter(({ disposition }) => disposition !== "MISSING");
  const { refund } = await readAmounts(api, shop, returnId, receivedLines);
  if (refundTo === "storeCredit") {
    if (refund !== refundCents)
      throw conflict(
        `The refund is ${formatMoney(refund, shop.currency)} now. Close this dialog and open it again.`,
      );
    const mayCredit = mayUse(administrator, "showCredits");
    const problem = creditProblem(openReturn, shop, refund, mayCredit);
    if (problem) throw mayCredit ? conflict(problem) : forbidden(problem);
  }
  const { node, customerId } = openReturn;
  if (refundTo === "storeCredit" && customerId) await assertCreditable(shop.domain, customerId, refund);
  const row = await withShop(shop.domain, async (tx) => {
    await assertNotCanceled(tx, shop.domain, node.id);
    return openIntent(tx, cases.refundCase, {
      shop: shop.domain,
      id: operationId,
      requestHash,
      returnGid: node.id,
      returnName: node.name,
      orderId: node.order.id,
      orderName: node.order.name,
      customerId,
      lines: plannedLines,
      refundTo: refund > 0 ? refundTo : "none",
      amountCents: refund,
      madeById: administrator.id,
      madeByName: administrator.name,
      madeByEmail: administrator.email,
      startedAt: clock.now(),
    });
  });
  try {
    const callOptions = { priority: "person" } as const;
    const finishedCase = await runIntent(cases.refundCase, row, clock, (lease) =>
      advance({ api, callOptions, clock }, row, lease),
    );
    return outcomeOf(finishedCase, shop.currency);
  } catch (error) {
    if (error instanceof cases.ProcessingRefused) throw conflict(error.message);
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof Refusal && !(error instanceof NoAnswer)) throw error;
    log.warn(
      { shop: shop.domain, id: row.id, err: error },
      "the outcome of a processed return isn't known yet",
    );
    throw upstreamFailed(
      "Shopify didn't answer. Backroom finishes this in the background. Search for the order again in a minute.",
    );
  } finally {
    publishChange(shop.domain, "showOrderReturns", { list: "orderReturns" });
  }
}

/** Locks the return's case, so that a cancellation comes before or after. @throws 409 while it is canceled, and after */
async function assertNotCanceled(tx: ShopTransaction, shop: string, returnGid: string): Promise<void> {
  const [storedCase] = await tx
    .select()
    .from(returnCases)
    .where(and(eq(returnCases.shop, shop), eq(returnCases.returnGid, returnGid)))
    .for("update");
  if (!storedCase || storedCase.state === "done") return;
  // It was undone, but Shopify refused to cancel it: it is open there.
  if (storedCase.state === "failed" && cases.remnantOf(storedCase) === "return") return;
  throw conflict(cases.busyMessageOf(storedCase));
}

/** What the ledger would refuse is refused before anything is recorded in Shopify. */
async function assertCreditable(shop: string, customerId: number, amountCents: Cents): Promise<void> {
  // The ledger opens accounts for customers of the mirror.
  await customersMirror.readIntoMirror(shop, [customerId], { priority: "person" });
  const problems = await withShop(shop, (tx) => findOverLimit(tx, shop, [{ customerId, amountCents }]));
  const problem = problems.get(customerId);
  if (problem) throw conflict(problem);
}

interface Tools {
  api: AdminApi;
  callOptions: CallOptions;
  clock: Clock;
}

/** Finishes returns whose processing was left open. */
export const finishOpenProcessing = finishOpenIntents(cases.refundCase, async (abandoned, signal) => {
  const tools: Tools = {
    api: liveAdminApi(abandoned.shop),
    callOptions: { priority: "bulk", signal },
    clock: systemClock,
  };
  await finishIntent(cases.refundCase, abandoned, async (row, lease) => {
    try {
      await advance(tools, row, lease);
    } catch (error) {
      if (!(error instanceof cases.ProcessingRefused)) throw error;
      await withShop(row.shop, (tx) => dropIntent(tx, cases.refundCase, row, tools.clock.now()));
    }
  });
  publishChange(abandoned.shop, "showOrderReturns", { list: "orderReturns" });
});

/** Runs the remaining steps of a return's processing. @throws ProcessingRefused when Shopify refused it for good */
async function advance(tools: Tools, row: cases.RefundCase, lease: Lease): Promise<cases.RefundCase> {
  const processed = row.processedAt ? row : await processInShopify(tools, row, lease);
  return settle(processed, tools.clock);
}

/** `returnProcess` has no idempotency key, so a later attempt first checks whether an earlier one took effect. */
async function processInShopify(
  { api, callOptions, clock }: Tools,
  row: cases.RefundCase,
  lease: Lease,
): Promise<cases.RefundCase> {
  const node = await readReturn(api, row.returnGid, callOptions);
  if (!node) return refuse(row, "The return no longer exists.");
  const { lines } = node;
  const isProcessed = lines.every((line) => line.processedQuantity >= line.quantity);
  if (lines.some(({ refundedQuantity }) => refundedQuantity > 0))
    return refuse(row, `${row.returnName} was refunded in Shopify.`);
  if (!(isProcessed && row.attempt > 1)) {
    if (isTouched(lines)) return refuse(row, `${row.returnName} was processed in Shopify.`);
    const { returnProcess: answer } = await api.run(
      returnProcess,
      {
        input: {
          returnId: row.returnGid,
          notifyCustomer: false,
          note: noteOf(row, (await requireShop(row.shop)).currency),
          returnLineItems: cases.partsByLine(row.lines).map(([id, parts]) => ({
            id,
            quantity: cases.unitsOf(parts),
            dispositions: parts.map(({ quantity, reverseLineId, disposition, locationId }) => ({
              reverseFulfillmentOrderLineItemId: reverseLineId,
              quantity,
              dispositionType: disposition,
              ...(locationId && { locationId }),
            })),
          })),
        },
      },
      { ...callOptions, beforeSending: lease.assertHeld },
    );
    if (!answer) throw new Error("Shopify's answer is empty.");
    if (answer.userErrors.length > 0)
      return refuse(row, `Shopify refused it: ${answer.userErrors.map(({ message }) => message).join(" ")}`);
  }
  return withShop(row.shop, (tx) => cases.recordRefundStep(tx, row, { processedAt: clock.now() }));
}

async function refuse(row: cases.RefundCase, problem: string): Promise<never> {
  await withShop(row.shop, (tx) => cases.recordRefundStep(tx, row, { problem }));
  throw new cases.ProcessingRefused(`${problem} ${NOTHING_REFUNDED}`);
}

/** For people who look at the return in Shopify. */
const noteOf = ({ refundTo, amountCents, id }: cases.RefundCase, currency: string): string =>
  refundTo === "storeCredit"
    ? `Backroom refunds ${formatMoney(amountCents, currency)} to store credit (${id}). Don't refund it again.`
    : `Received in Backroom (${id}).`;

/** Posts the refund and ends the processing in one transaction, so that a return is credited once. */
async function settle(row: cases.RefundCase, clock: Clock): Promise<cases.RefundCase> {
  const shop = await requireShop(row.shop);
  const administrator = {
    id: row.madeById,
    name: row.madeByName,
    email: row.madeByEmail,
    // Nothing reads these. Permissions were checked before the processing began.
    isOwner: false,
    flags: [],
    tabLimits: {},
  };
  return withShop(row.shop, async (tx) => {
    // Locked in the order in which an erasure of the customer locks them: the return, its refund, then the ledger.
    await lookUpSoon(tx, row.shop, row.orderId);
    const lockedRow = await cases.lockRefund(tx, row);
    const savedRow =
      row.refundTo === "storeCredit"
        ? await cases.recordRefundStep(
            tx,
            row,
            await requestCredit(tx, { shop, administrator }, lockedRow, clock),
          )
        : row;
    await completeIntent(tx, cases.refundCase, row, clock.now());
    await recordAudit(tx, row.shop, returnProcessed, {
      actor: administrator,
      subject: { type: returnSubject, id: row.id },
      before: null,
      after: {
        return: row.returnName,
        units: cases.unitsOf(row.lines),
        refund: savedRow.refundTo === "storeCredit" ? formatMoney(row.amountCents, shop.currency) : "none",
      },
      flag: "showOrderReturns",
    });
    const startAfter = new Date(clock.now().getTime() + CHECK_AFTER_MS);
    await requestTask({ name: FOLLOW_RETURNS }, row.shop, { tx, startAfter });
    return savedRow;
  });
}

async function requestCredit(
  tx: ShopTransaction,
  caller: { shop: Shop; administrator: Administrator },
  { customerId, amountCents, returnName, id }: cases.RefundCase,
  clock: Clock,
): Promise<RequestedCredit> {
  if (customerId === null) return { postingId: null, approvalId: null, problem: "The customer was erased." };
  const reference = `Return ${returnName}`;
  const credit = { customerId, amountCents, reference, operationId: `return:${id}`, now: clock.now() };
  return creditRequester().request(tx, caller, credit);
}

/** A repeated request gets the outcome of the first. */
function outcomeOfRepeat(
  earlier: cases.RefundCase,
  requestHash: string,
  currency: string,
): cases.ReturnOutcome {
  if (earlier.requestHash !== requestHash) throw keyConflict("return");
  if (earlier.state === "done") return outcomeOf(earlier, currency);
  throw conflict(
    earlier.state === "failed"
      ? `${earlier.problem ?? "It failed."} ${NOTHING_REFUNDED}`
      : cases.refundCase.busyMessage,
  );
}

const outcomeOf = (row: cases.RefundCase, currency: string): cases.ReturnOutcome => ({
  msg: outcomeText(row, currency),
  isComplete: !row.problem,
});

function outcomeText(
  { refundTo, amountCents, problem, approvalId, returnName, lines, customerId }: cases.RefundCase,
  currency: string,
): string {
  const isReceived = lines.some(({ disposition }) => disposition !== "MISSING");
  const received = `The items of ${returnName} were ${isReceived ? "received" : "recorded as missing"}.`;
  const amount = formatMoney(amountCents, currency);
  if (refundTo === "none") return received;
  if (problem) {
    const refused = `${received} The credit of ${amount} was refused: ${problem}`;
    return customerId === null ? refused : `${refused} Add the credit on the Credits page.`;
  }
  if (approvalId)
    return `${received} The credit of ${amount} is above the limit, so another administrator must approve it on the Credits page.`;
  return `${received} ${amount} is being added to the customer's store credit.`;
}
