import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { mailContract } from "./contract";

/** What the pages of the mails can ask for. */
const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sendAgain"), ids: jsonField(z.array(z.string())) }),
  z.object({ intent: z.literal("allow"), id: z.string(), email: z.string() }),
]);

/** Carries out what a form of the Mail pages asks for, and says what came of it. */
export async function answerMailForm(
  mail: ContractRouterClient<typeof mailContract>,
  form: FormData,
): Promise<ActionAnswer> {
  const asked = readForm(form, intent);
  if (asked.intent === "allow") {
    const { allowed } = await mail.allow({ id: asked.id });
    const text = allowed
      ? `Mails go to ${asked.email} again.`
      : `Nothing stands against mails to ${asked.email}.`;
    return { notice: { level: allowed ? "success" : "info", text } };
  }
  const { queued, refused } = await mail.sendAgain({ ids: asked.ids });
  const sent = `${queued.length} ${queued.length === 1 ? "mail is" : "mails are"} being sent again.`;
  const why = [...new Set(refused.map((each) => each.why))].slice(0, 3).join(" ");
  if (refused.length === 0) return { notice: { level: "success", text: sent } };
  const rest = `${refused.length} ${refused.length === 1 ? "is" : "are"} not: ${why}`;
  return { notice: { level: "warning", text: queued.length > 0 ? `${sent} ${rest}` : why } };
}
