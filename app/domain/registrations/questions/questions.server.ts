import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { customerGid } from "~/domain/customers/mirror-row";
import { parseCustomerId } from "~/domain/customers/parse-customer-id";
import { decisionToolsFor } from "../call-tools.server";
import { askForInformation } from "./ask.server";
import { questionsContract } from "./contract";
import { withdrawQuestion } from "./withdraw.server";

const calls = implement(questionsContract).$context<CallContext>().use(guard);

export const questionsRouter = calls.router({
  ask: calls.ask.handler(async ({ input, context }) => {
    const customerId = parseCustomerId(input.ids.id);
    const operationId = input.operationId ?? randomUUID();
    const { id } = await askForInformation(decisionToolsFor(context), {
      customerId,
      registration: input.registration,
      text: input.text,
      operationId,
    });
    return { customer: { id: customerGid(customerId) }, questionId: id };
  }),
  withdraw: calls.withdraw.handler(async ({ input, context }) => {
    const { customerId, ...outcome } = await withdrawQuestion(decisionToolsFor(context), input.id);
    return { customer: { id: customerGid(customerId) }, ...outcome };
  }),
});
