import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { returnAttemptDismissed, returnSubject } from "./audit.server";
import {
  hasLabel,
  hasRemnant,
  phaseOf,
  type RefundCase,
  type ReturnCase,
  type ReturnPhase,
  remnantOf,
} from "./return-case.server";
import { MAX_ATTEMPTS } from "./return-rules";
import type { ReturnAttempt } from "./schemas";
import { returnCases, returnRefunds } from "./tables.server";

const openCase = or(
  eq(returnCases.state, "started"),
  and(
    isNull(returnCases.dismissedAt),
    or(
      // Shopify refused to cancel it: it is a created return again, with the reason.
      and(eq(returnCases.state, "done"), isNotNull(returnCases.failureReason)),
      and(
        eq(returnCases.state, "failed"),
        // A cancellation has succeeded when nothing of the return is left.
        or(ne(returnCases.failure, "canceled"), hasRemnant),
        // Another return doesn't settle a label of this one that may be used or is paid.
        sql`(${hasLabel} OR NOT EXISTS (SELECT 1 FROM ${returnCases} AS later WHERE later.shop = ${returnCases.shop}
              AND later.order_id = ${returnCases.orderId} AND later.state = 'done'
              AND later.started_at > ${returnCases.startedAt} AND later.lines = ${returnCases.lines}
              AND ${returnCases.failure} <> 'canceled'))`,
      ),
    ),
  ),
);

const openRefund = or(
  eq(returnRefunds.state, "started"),
  and(
    isNull(returnRefunds.dismissedAt),
    // The items were received, but the credit for them was refused.
    or(
      and(eq(returnRefunds.state, "done"), isNotNull(returnRefunds.problem)),
      and(
        eq(returnRefunds.state, "failed"),
        sql`NOT EXISTS (SELECT 1 FROM ${returnRefunds} AS later WHERE later.shop = ${returnRefunds.shop}
          AND later.return_gid = ${returnRefunds.returnGid} AND later.state <> 'failed')`,
      ),
    ),
  ),
);

/**
 * What was begun with returns and hasn't succeeded: it is pending, or it failed and wasn't dismissed. The latest first, at most
 * `MAX_ATTEMPTS`.
 * @param orderId Shopify's id of an order. All orders without it
 */
export async function listAttempts(shop: string, orderId?: string): Promise<ReturnAttempt[]> {
  const ofOrder = (column: typeof returnCases.orderId | typeof returnRefunds.orderId): SQL | undefined =>
    orderId === undefined ? undefined : eq(column, orderId);
  const [cases, refunds] = await withShop(shop, async (tx) => [
    await tx
      .select()
      .from(returnCases)
      .where(and(eq(returnCases.shop, shop), openCase, ofOrder(returnCases.orderId)))
      .orderBy(desc(returnCases.startedAt), returnCases.id)
      .limit(MAX_ATTEMPTS),
    await tx
      .select()
      .from(returnRefunds)
      .where(and(eq(returnRefunds.shop, shop), openRefund, ofOrder(returnRefunds.orderId)))
      .orderBy(desc(returnRefunds.startedAt), returnRefunds.id)
      .limit(MAX_ATTEMPTS),
  ]);
  return [...cases.map(attemptOfCase), ...refunds.map(attemptOfRefund)]
    .sort((one, other) => other.started_at.localeCompare(one.started_at))
    .slice(0, MAX_ATTEMPTS);
}

function attemptOfCase(row: ReturnCase): ReturnAttempt {
  const phase = phaseOf(row);
  const remnant = remnantOf(row);
  return {
    id: row.id,
    order_name: row.orderName,
    started_at: row.startedAt.toISOString(),
    by: row.madeByName,
    is_pending: PENDING.includes(phase),
    result: resultOf(phase, sentence(row.failureReason), remnant),
    // Of one that is kept, it is the end of its creation.
    ended_at: phase === "kept" ? null : (row.finishedAt?.toISOString() ?? null),
    is_undone: (phase === "canceled" || phase === "refused") && remnant === null,
  };
}

const PENDING: readonly ReturnPhase[] = ["creating", "undoing", "canceling"];

function resultOf(phase: ReturnPhase, reason: string, remnant: keyof typeof REMNANTS | null): string {
  const left = remnant ? REMNANTS[remnant] : "";
  switch (phase) {
    case "creating":
      return "Pending: it is being created.";
    case "canceling":
      return "Pending: it is being canceled.";
    case "undoing":
      return `Not created: ${reason} It is being undone.`;
    case "created":
    case "kept":
      return `Not canceled: ${reason} The return and its label are as before.`;
    case "canceled":
      return `Canceled. ${left}`;
    case "refused":
      return `Not created: ${reason} ${left}`.trim();
  }
}

/** What couldn't be undone. */
const REMNANTS = {
  return: "The return still exists in Shopify. Cancel it there.",
  label: "Its label isn't voided, so it can still be used.",
};

const attemptOfRefund = (row: RefundCase): ReturnAttempt => ({
  id: row.id,
  order_name: row.orderName,
  started_at: row.startedAt.toISOString(),
  by: row.madeByName,
  is_pending: row.state === "started",
  result: refundText(row),
  ended_at: row.finishedAt?.toISOString() ?? null,
  is_undone: false,
});

function refundText({ state, returnName, problem, customerId }: RefundCase): string {
  if (state === "started") return `Pending: ${returnName} is being received.`;
  if (state === "failed")
    return `${returnName} not received: ${sentence(problem)} Backroom refunded nothing.`;
  const refused = `${returnName} was received, but its credit was refused: ${sentence(problem)}`;
  return customerId === null || problem?.includes("Credits page")
    ? refused
    : `${refused} Add the credit on the Credits page.`;
}

const sentence = (reason: string | null): string =>
  reason ? `${reason}${/[.!?]$/.test(reason) ? "" : "."}` : "no reason was given.";

/**
 * Dismisses an attempt that failed, with an audit entry. Does nothing if that was done before.
 * @throws 404 for an unknown attempt, 409 for one that is pending
 */
export async function dismissAttempt(
  { shop: { domain: shop }, administrator, clock }: CallContext,
  id: string,
): Promise<void> {
  await withShop(shop, async (tx) => {
    for (const table of [returnCases, returnRefunds]) {
      const isAttempt = and(eq(table.shop, shop), eq(table.id, id));
      const [row] = await tx
        .select({ state: table.state, orderName: table.orderName, dismissedAt: table.dismissedAt })
        .from(table)
        .where(isAttempt)
        .for("update");
      if (!row) continue;
      if (row.state === "started") throw conflict("This is still pending. Wait for its result.");
      if (row.dismissedAt) return;
      await tx.update(table).set({ dismissedAt: clock.now() }).where(isAttempt);
      await recordAudit(tx, shop, returnAttemptDismissed, {
        actor: administrator,
        subject: { type: returnSubject, id },
        before: { order: row.orderName },
        after: null,
        flag: "showOrderReturns",
      });
      return;
    }
    throw notFound("This attempt no longer exists.");
  });
  publishChange(shop, "showOrderReturns", { list: "orderReturns" });
}
