import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { jsonField, readForm } from "~/platform/form";
import { type ActionAnswer, SUCCESS_SECONDS } from "~/platform/notice";
import type { registrationCodesCalls } from "./calls.server";
import { CLOSES_AFTER_MS, FALLBACKS } from "./messages";

type Calls = ContractRouterClient<typeof registrationCodesCalls>;

const id = z.coerce.number();
const operationId = z.string();

/** The dialog's fields. Numbers that are empty are null. */
const fields = {
  registrationCode: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  partner: z.string(),
  spendLimit: z.string().transform((text) => text.trim() || null),
  maxRegistrationCount: z.string().transform((text) => text.trim() || null),
  tags: z.string(),
};

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), ...fields, operationId }),
  z.object({ intent: z.literal("update"), id, version: z.coerce.number(), ...fields, operationId }),
  z.object({
    intent: z.literal("emailDomains"),
    id,
    version: z.coerce.number(),
    emailDomains: jsonField(z.array(z.string())),
    operationId,
  }),
]);
type Request = z.output<typeof intent>;

const FALLBACK_OF: Record<Request["intent"], string> = FALLBACKS;

/** Saves the dialogs of the screen. */
export async function answerCodesForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  return answerWithFallback({ fallback: FALLBACK_OF[request.intent], withReason: true }, async () => {
    const { msg } = await run(calls, request);
    // The dialog is in front of it until it closes.
    const seconds = CLOSES_AFTER_MS / 1_000 + SUCCESS_SECONDS;
    return { notice: { level: "success", text: msg, seconds } };
  });
}

function run(calls: Calls, request: Request): Promise<{ msg: string }> {
  switch (request.intent) {
    case "create": {
      const { intent: _, partner, ...code } = request;
      return calls.create({ ...code, partner: { handle: partner } });
    }
    case "update": {
      const { intent: _, operationId: __, partner, ...code } = request;
      return calls.update({ ...code, partner: { handle: partner } });
    }
    case "emailDomains": {
      const { intent: _, operationId: __, ...change } = request;
      return calls.updateEmailDomains(change);
    }
  }
}
