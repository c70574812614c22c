import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { badRequest } from "~/platform/errors";
import { cancelReturn } from "./cancel-return.server";
import { orderReturnsContract } from "./contract";
import { createReturn } from "./create-return.server";
import { emailLabel } from "./email-label.server";
import { listOpenReturns } from "./list-open-returns.server";
import { ADDRESS_MISSING, RETURN_FAILED, UPS_FAILED } from "./messages";
import { feesOf } from "./plan-return.server";
import { processReturn } from "./process-return.server";
import { readReceipt } from "./read-receipt.server";
import type { ReturnOutcome } from "./return-case.server";
import { searchOrder } from "./search-order.server";

const calls = implement(orderReturnsContract).$context<CallContext>().use(guard);

const answerOf = ({ msg, isComplete }: ReturnOutcome) => ({ success: true, msg, is_complete: isComplete });

export const orderReturnsRouter = calls.router({
  search: calls.search.handler(({ input, context }) => searchOrder(context.shop.domain, input.value)),

  create: calls.create.handler(async ({ input, context }) => {
    const { lineItems, orderId, editShippingAdress, isChecked1, operationId = randomUUID() } = input;
    if (isChecked1 && !editShippingAdress) throw badRequest(ADDRESS_MISSING);
    const edited = isChecked1 ? (editShippingAdress ?? null) : null;
    const { success, upsError, reason } = await createReturn(context, {
      operationId,
      orderId,
      lines: lineItems,
      edited,
      fees: feesOf(context.shop, input),
    });
    const failed = upsError ? UPS_FAILED : RETURN_FAILED;
    return { success, upsError, msg: success ? "The return was created." : failed, reason };
  }),

  open: calls.open.handler(({ context }) => listOpenReturns(context)),

  receipt: calls.receipt.handler(({ input, context }) => readReceipt(context, input)),

  process: calls.process.handler(async ({ input, context }) => {
    const { return_id: returnId, lines, refund_to: refundTo, refund_cents: refundCents } = input;
    const { operationId = randomUUID() } = input;
    return answerOf(await processReturn(context, { operationId, returnId, lines, refundTo, refundCents }));
  }),

  cancel: calls.cancel.handler(async ({ input, context }) =>
    answerOf(await cancelReturn(context, input.case_id)),
  ),

  emailLabel: calls.emailLabel.handler(async ({ input, context }) => {
    const { case_id: caseId, operationId = randomUUID() } = input;
    const email = await emailLabel(context, { caseId, operationId });
    return { success: true, msg: `The label is being emailed to ${email}.` };
  }),
});
