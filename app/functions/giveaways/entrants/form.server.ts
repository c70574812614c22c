import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { giveawaysContract } from "../contract";
import { ENTRANT_TABS } from "./list";

const which = { number: z.coerce.number(), version: z.coerce.number() };

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("weight"), ...which, weight: z.coerce.number() }),
  z.object({ intent: z.enum(["disqualify", "reinstate"]), ...which, reason: z.string() }),
  z.object({
    intent: z.literal("export"),
    tab: z.enum(ENTRANT_TABS),
    search: z.string(),
    operationId: z.string(),
  }),
]);

/** The answer of the page's action; `jobId` when a file is being written. */
export type EntrantsAnswer = ActionAnswer & { jobId?: string };

/** Carries out what the page of a giveaway's entrants asks for, and says what came of it. */
export async function answerEntrantsForm(
  giveaways: ContractRouterClient<typeof giveawaysContract>,
  id: number,
  form: FormData,
): Promise<EntrantsAnswer> {
  const asked = readForm(form, intent);
  switch (asked.intent) {
    case "weight":
      return said(await giveaways.setWeight({ ...asked, id }));
    case "disqualify":
      return said(await giveaways.disqualify({ ...asked, id }));
    case "reinstate":
      return said(await giveaways.reinstate({ ...asked, id }));
    case "export": {
      const { msg, jobId } = await giveaways.exportEntrants({ ...asked, id });
      const link = { label: "Open in the job centre", url: `/jobs/${jobId}` };
      return { jobId, notice: { level: "info", text: msg, link } };
    }
  }
}

const said = ({ msg }: { msg: string }): EntrantsAnswer => ({ notice: { level: "success", text: msg } });
