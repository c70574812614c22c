import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { parseInputDateTime } from "~/platform/dates/input-date-time";
import { badRequest } from "~/platform/errors";
import { readForm } from "~/platform/form";
import { type ActionAnswer, SUCCESS_SECONDS } from "~/platform/notice";
import type { couponsContract } from "./contract";
import { POOL_FIELD_NAME } from "./coupon-import";

type Calls = ContractRouterClient<typeof couponsContract>;

const resendForm = z.object({ id: z.string(), operationId: z.string().min(8).max(100) });

/** Sends the email of an order's coupons again. */
export async function answerResendForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const { message } = await calls.resend(readForm(form, resendForm));
  return { notice: { level: "success", text: message, seconds: SUCCESS_SECONDS } };
}

const text = z.string().default("");
const poolFields = {
  name: text,
  percent: text,
  amount: text,
  startsAt: text,
  endsAt: text,
  oncePerCustomer: text,
  assigns: text,
  product: text,
  tag: text,
  minimum: text,
  alertLevel: text,
  alertTo: text,
};
const poolForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), existingCode: text, ...poolFields }),
  z.object({ intent: z.literal("change"), id: z.coerce.number(), version: z.coerce.number(), ...poolFields }),
]);

/** Saves the dialog of a pool. */
export async function answerPoolForm(calls: Calls, form: FormData, timeZone: string): Promise<ActionAnswer> {
  const request = readForm(form, poolForm);
  const fields = fieldsOf(request, timeZone);
  if (request.intent === "change") {
    const pool = await calls.changePool({ ...fields, id: request.id, version: request.version });
    return { notice: { level: "success", text: `The pool ${pool.name} is saved.` } };
  }
  // The name of an existing discount is its own.
  const name = request.existingCode.trim() ? request.existingCode : fields.name;
  const pool = await calls.createPool({ ...fields, name, existingCode: request.existingCode });
  return {
    notice: {
      level: "success",
      text: `The pool ${pool.name} is created. Upload its codes next.`,
      link: { label: "Upload file", url: `/coupons/import?${POOL_FIELD_NAME}=${pool.id}` },
    },
  };
}

const orNull = (written: string): string | null => written.trim() || null;

function fieldsOf(form: z.infer<z.ZodObject<typeof poolFields>>, timeZone: string) {
  const momentOf = (name: "startsAt" | "endsAt", wholeDay: "start" | "end") => {
    if (form[name].trim() === "") return null;
    const moment = parseInputDateTime(form[name], timeZone, wholeDay);
    const problem = "Enter a date and time, such as 12/31/2027 11:59:59 PM.";
    if (!moment) throw badRequest(problem, { [name]: problem });
    return moment.toISOString();
  };
  return {
    name: form.name,
    percent: orNull(form.percent) === null ? null : Number(form.percent),
    amount: orNull(form.amount),
    startsAt: momentOf("startsAt", "start"),
    endsAt: momentOf("endsAt", "end"),
    oncePerCustomer: form.oncePerCustomer === "on",
    assigns: form.assigns === "on",
    product: form.product,
    tag: form.tag,
    minimum: orNull(form.minimum),
    alertLevel: orNull(form.alertLevel) === null ? null : Number(form.alertLevel),
    alertTo: form.alertTo,
  };
}
