import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { giveawaysCalls } from "../calls.server";
import { ENTRANT_TABS } from "./list";

const which = { number: z.coerce.number(), version: z.coerce.number() };

const intent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("weight"),
    ...which,
    weight: z.coerce.number(),
    reason: z.string().default(""),
  }),
  z.object({ intent: z.enum(["disqualify", "reinstate"]), ...which, reason: z.string() }),
  z.object({
    intent: z.literal("export"),
    tab: z.enum(ENTRANT_TABS),
    search: z.string(),
    operationId: z.string(),
  }),
]);

/** Handles the form of the entrants page. */
export async function answerEntrantsForm(
  giveaways: ContractRouterClient<typeof giveawaysCalls>,
  id: number,
  form: FormData,
): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
    case "weight":
      return successAnswer(await giveaways.setWeight({ ...request, id }));
    case "disqualify":
      return successAnswer(await giveaways.disqualify({ ...request, id }));
    case "reinstate":
      return successAnswer(await giveaways.reinstate({ ...request, id }));
    case "export": {
      const { msg, jobId } = await giveaways.exportEntrants({ ...request, id });
      const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
      return { notice: { level: "info", text: msg, link, job: { id: jobId, writesFile: true } } };
    }
  }
}

const successAnswer = ({ msg }: { msg: string }): ActionAnswer => ({
  notice: { level: "success", text: msg },
});
