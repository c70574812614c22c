import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { agoraCalls } from "./calls.server";

/** In characters. A job stores no more of a label. */
const MAX_LABEL_LENGTH = 300;

/** What the Sync buttons submit. */
const syncForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sync"), id: z.string(), name: z.string() }),
  z.object({
    intent: z.literal("syncMany"),
    registration: z.enum(Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS]),
    /** The selected rows. A long name is truncated, so that the selection isn't refused because of it. */
    customers: jsonField(
      z.array(
        z.object({
          id: z.string(),
          label: z.string().transform((label) => label.slice(0, MAX_LABEL_LENGTH)),
        }),
      ),
    ),
  }),
]);

/** Runs the action of a Sync button and returns its result. */
export async function answerSyncForm(
  agora: ContractRouterClient<typeof agoraCalls>,
  form: FormData,
): Promise<ActionAnswer> {
  const request = readForm(form, syncForm);
  const jobLink = (jobId: string, title: string) => ({
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, title },
  });
  if (request.intent === "syncMany") {
    const { jobId, count } = await agora.syncMany(request);
    const people = pluralize(count, "person is", "people are");
    const others = request.customers.length - count;
    const already = others > 0 ? ` ${pluralize(others, "was", "were")} already queued.` : "";
    const text = `${people} queued to sync to Agora.${already}`;
    return { notice: { level: "success", text, ...jobLink(jobId, "Sync to Agora") } };
  }
  const { jobId, alreadyWaiting } = await agora.sync({ id: request.id });
  const text = alreadyWaiting
    ? `${request.name} is already queued to sync to Agora.`
    : `${request.name} is being synced to Agora.`;
  return { notice: { level: "success", text, ...jobLink(jobId, `Sync of ${request.name}`) } };
}
