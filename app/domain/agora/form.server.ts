import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { agoraContract } from "./contract";

/** As much of a name as a job keeps (characters). */
const LABEL_MOST = 300;

/** What the Sync buttons post. */
const syncForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sync"), id: z.string(), name: z.string() }),
  z.object({
    intent: z.literal("syncMany"),
    registration: z.enum(Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS]),
    /** The selected rows. A long name is cut: the whole selection must not be refused for it. */
    customers: jsonField(
      z.array(
        z.object({ id: z.string(), label: z.string().transform((label) => label.slice(0, LABEL_MOST)) }),
      ),
    ),
  }),
]);

/** Runs the action of a Sync button and returns its result. */
export async function answerSyncForm(
  agora: ContractRouterClient<typeof agoraContract>,
  form: FormData,
): Promise<ActionAnswer> {
  const request = readForm(form, syncForm);
  const about = (jobId: string, title: string) => ({
    link: { label: "Open in the job center", url: `/jobs/${jobId}` },
    job: { id: jobId, title },
  });
  if (request.intent === "syncMany") {
    const { jobId, count } = await agora.syncMany(request);
    const people = count === 1 ? "1 person waits" : `${count} people wait`;
    const others = request.customers.length - count;
    const already = others > 0 ? ` ${others} ${others === 1 ? "was" : "were"} waiting already.` : "";
    const text = `${people} to be synced to Agora.${already}`;
    return { notice: { level: "success", text, ...about(jobId, "Sync to Agora") } };
  }
  const { jobId, alreadyWaiting } = await agora.sync({ id: request.id });
  const text = alreadyWaiting
    ? `${request.name} waits to be synced to Agora already.`
    : `${request.name} is being synced to Agora.`;
  return { notice: { level: "success", text, ...about(jobId, `Sync of ${request.name}`) } };
}
