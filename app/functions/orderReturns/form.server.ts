import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { refusalIn } from "~/platform/contract/answer";
import { jsonField, readForm } from "~/platform/form";
import { centsSchema } from "~/platform/money/cents-schema";
import type { ActionAnswer } from "~/platform/notice";
import type { orderReturnsCalls } from "./calls.server";
import { ADDRESS_MISSING, RETURN_FAILED, TOO_HEAVY, UPS_FAILED } from "./return-rules";

/** What the page can post. */
const returnForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("cancel"), caseId: z.string(), operationId: z.string() }),
  z.object({ intent: z.literal("dismiss"), id: z.string(), operationId: z.string() }),
  z.object({ intent: z.literal("email"), caseId: z.string(), operationId: z.string() }),
  z.object({
    intent: z.literal("process"),
    returnId: z.string(),
    lines: jsonField(
      z.array(
        z.object({
          id: z.string(),
          disposition: z.enum(["RESTOCKED", "NOT_RESTOCKED", "MISSING"]),
          location_id: z.string().nullable(),
        }),
      ),
    ),
    refundTo: z.enum(["storeCredit", "none"]),
    refundCents: z.coerce.number<string>().pipe(centsSchema),
    operationId: z.string(),
  }),
  z.object({
    intent: z.literal("create"),
    orderId: z.string(),
    lineItems: jsonField(
      z.array(z.object({ lineitem_id: z.string(), quantity: z.number(), reason_id: z.string().nullable() })),
    ),
    isChecked1: z.enum(["true", "false"]),
    editShippingAdress: jsonField(
      z.object({
        address: z.string(),
        city: z.string(),
        state: z.string(),
        zipcode: z.string(),
        phone: z.string(),
      }),
    ),
    restockingFee: z.coerce.number<string>(),
    shippingFee: z.string(),
    operationId: z.string(),
  }),
]);

/** What the dialog shows in its footer. */
export interface ReturnAnswer extends ActionAnswer {
  footer?: {
    text: string;
    /** Why UPS or Shopify refused it. It is shown until the next attempt. */
    reason?: string;
    /** The return failed for good: another click is another return. */
    isFinal: boolean;
    /** It is shown for a few seconds. */
    isBrief: boolean;
    /** The dialog closes afterwards. */
    closes: boolean;
  };
}

/** The footer's texts that are shown for a few seconds, together with those that begin with `RETURN_FAILED`. */
const BRIEF_TEXTS: readonly string[] = [ADDRESS_MISSING, UPS_FAILED, TOO_HEAVY];

/** The notice is shown when the dialog is closed. */
function failureOf(
  status: number,
  { text, isFinal, reason }: { text: string; isFinal: boolean; reason?: string },
): ReturnAnswer {
  const closes = text.startsWith(RETURN_FAILED);
  const isBrief = closes || BRIEF_TEXTS.includes(text);
  return {
    footer: { text, reason, isFinal, isBrief, closes },
    notice: { level: "critical", title: "Create Return", text: reason ? `${text}. ${reason}` : text },
    status,
  };
}

/** What is left to do stays on the page until it is dismissed. */
const doneAnswer = ({ msg, is_complete }: { msg: string; is_complete: boolean }): ReturnAnswer => ({
  notice: { level: is_complete ? "success" : "warning", text: msg },
  accepted: true,
});

/** Creates, receives or cancels a return, or emails its label. A problem of a creation is answered for the dialog's footer. */
export async function answerReturnForm(
  calls: ContractRouterClient<typeof orderReturnsCalls>,
  form: FormData,
): Promise<ReturnAnswer> {
  const input = readForm(form, returnForm);
  if (input.intent === "cancel") {
    return doneAnswer(await calls.cancel({ case_id: input.caseId }));
  }
  if (input.intent === "dismiss") {
    const { msg } = await calls.dismiss({ id: input.id });
    return { notice: { level: "success", text: msg } };
  }
  if (input.intent === "email") {
    const { caseId, operationId } = input;
    const { msg } = await calls.emailLabel({ case_id: caseId, operationId });
    return { notice: { level: "success", text: msg } };
  }
  if (input.intent === "process") {
    const { returnId, lines, refundTo, refundCents, operationId } = input;
    return doneAnswer(
      await calls.process({
        return_id: returnId,
        lines,
        refund_to: refundTo,
        refund_cents: refundCents,
        operationId,
      }),
    );
  }
  const { intent: _, isChecked1, ...request } = input;
  try {
    const { success, msg, reason } = await calls.create({ ...request, isChecked1: isChecked1 === "true" });
    if (success) return { notice: { level: "success", text: `${msg} Its label is in the list.` } };
    return failureOf(502, { text: msg, isFinal: true, reason });
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const { message, status } = refusal;
    // Refused before anything was done, so that a corrected request is another one.
    const isFinal = status === 400;
    return failureOf(status, { text: message, isFinal });
  }
}
