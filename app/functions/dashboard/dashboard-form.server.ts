import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { dashboardCalls } from "./calls.server";
import { FALLBACKS } from "./metrics";

type Dashboard = ContractRouterClient<typeof dashboardCalls>;

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("refresh") }),
  z.object({
    intent: z.literal("export"),
    dateFrom: z.string(),
    dateTo: z.string(),
    operationId: z.string(),
  }),
]);

/** Handles the buttons of the page. */
export async function answerDashboardForm(dashboard: Dashboard, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  return answerWithFallback<ActionAnswer>({ fallback: FALLBACKS[request.intent] }, async () => {
    if (request.intent === "refresh") {
      const { msg } = await dashboard.refresh();
      return { notice: { level: "success", text: msg } };
    }
    const { intent: _intent, ...input } = request;
    const { msg, jobId } = await dashboard.export(input);
    const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
    const failure = { text: FALLBACKS.export };
    return { notice: { level: "info", text: msg, link, job: { id: jobId, writesFile: true, failure } } };
  });
}
