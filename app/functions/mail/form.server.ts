import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { mailCalls } from "./calls.server";

/** The intents of the Mail pages. */
const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sendAgain"), ids: jsonField(z.array(z.string())) }),
  z.object({ intent: z.literal("allow"), id: z.string(), email: z.string() }),
]);

/** Runs the intent of a form of the Mail pages. @returns the notice with its outcome */
export async function answerMailForm(
  mail: ContractRouterClient<typeof mailCalls>,
  form: FormData,
): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  if (request.intent === "allow") {
    const { allowed } = await mail.allow({ id: request.id });
    const text = allowed
      ? `Email to ${request.email} is allowed again.`
      : `Email to ${request.email} isn't blocked.`;
    return { notice: { level: allowed ? "success" : "info", text } };
  }
  const { queued, refused } = await mail.sendAgain({ ids: request.ids });
  const message = `${queued.length} ${queued.length === 1 ? "email is" : "emails are"} being sent again.`;
  const why = [...new Set(refused.map((each) => each.why))].slice(0, 3).join(" ");
  if (refused.length === 0) return { notice: { level: "success", text: message } };
  const rest = `${refused.length} can't be sent again: ${why}`;
  if (queued.length === 0) return { notice: { level: "warning", text: why } };
  return { notice: { level: "warning", text: `${message} ${rest}` }, accepted: true };
}
