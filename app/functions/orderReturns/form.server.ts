import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { refusalIn } from "~/platform/contract/answer";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { orderReturnsContract } from "./contract";
import { RETURN_FAILED } from "./messages";

/** The form of the dialog that creates a return. */
const returnForm = z.object({
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
  operationId: z.string(),
});

/** What the dialog shows in its footer. */
export interface ReturnAnswer extends ActionAnswer {
  footer?: {
    text: string;
    /** The return failed for good: another click is another return. */
    isFinal: boolean;
    /** The dialog closes afterwards. */
    closes: boolean;
  };
}

/** Creates a return. A problem is answered for the dialog's footer. */
export async function answerReturnForm(
  calls: ContractRouterClient<typeof orderReturnsContract>,
  form: FormData,
): Promise<ReturnAnswer> {
  const { isChecked1, ...request } = readForm(form, returnForm);
  try {
    const { success, upsError, msg } = await calls.create({ ...request, isChecked1: isChecked1 === "true" });
    if (success) return { notice: { level: "success", text: `${msg} Its label is in the list.` } };
    return { footer: { text: msg, isFinal: true, closes: !upsError }, status: 502 };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const { message, status } = refusal;
    // Refused before anything was done, so that a corrected request is another one.
    const isFinal = status === 400;
    return { footer: { text: message, isFinal, closes: message === RETURN_FAILED }, status };
  }
}
