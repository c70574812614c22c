import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { giveawaysCalls } from "../calls.server";

type Calls = ContractRouterClient<typeof giveawaysCalls>;

const howMany = z
  .string()
  .trim()
  .transform((text) => Number(text || "0"));
const operationId = z.string();

const drawForm = z.object({
  winners: howMany,
  alternates: howMany,
  repeatWinners: z.literal("on").optional(),
  reason: z.string().optional(),
  operationId,
});

/** The answer of a draw's forms: `verified` after a verification. */
export type DrawAnswer = ActionAnswer & {
  verified?: { holds: boolean; msg: string; checks: { what: string; holds: boolean }[] };
};

/** Starts a draw. */
export async function answerDrawForm(giveaways: Calls, id: number, form: FormData): Promise<DrawAnswer> {
  const { repeatWinners, ...request } = readForm(form, drawForm);
  const { msg, jobId } = await giveaways.draw({ ...request, id, repeatWinners: repeatWinners === "on" });
  return { notice: { level: "info", text: msg, link: jobLink(jobId), job: { id: jobId } } };
}

const oneDrawForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify") }),
  z.object({ intent: z.literal("mail") }),
  z.object({ intent: z.literal("file"), operationId }),
  z.object({
    intent: z.literal("place"),
    rank: z.coerce.number(),
    state: z.enum(["declined", "disqualified"]),
    reason: z.string(),
  }),
  z.object({ intent: z.literal("putBack"), rank: z.coerce.number() }),
]);

/** Handles the form of one draw's page. */
export async function answerOneDrawForm(
  giveaways: Calls,
  which: { id: number; draw: number },
  form: FormData,
): Promise<DrawAnswer> {
  const request = readForm(form, oneDrawForm);
  switch (request.intent) {
    case "verify": {
      const { holds, msg, checks } = await giveaways.verify(which);
      return { verified: { holds, msg, checks } };
    }
    case "mail": {
      const { msg, count, blocked } = await giveaways.mailWinners(which);
      if (blocked > 0) return { notice: { level: "warning", text: msg }, accepted: true };
      return { notice: { level: count > 0 ? "success" : "info", text: msg } };
    }
    case "file": {
      const { msg, jobId } = await giveaways.drawFile({ ...which, operationId: request.operationId });
      const job = { id: jobId, writesFile: true } as const;
      return { notice: { level: "info", text: msg, link: jobLink(jobId), job } };
    }
    case "place": {
      const { msg } = await giveaways.changePlace({ ...which, ...request });
      const undo = { label: "Undo", fields: { intent: "putBack", rank: String(request.rank) } };
      return { notice: { level: "success", text: msg, undo } };
    }
    case "putBack": {
      const { msg } = await giveaways.putBack({ ...which, rank: request.rank });
      return { notice: { level: "success", text: msg } };
    }
  }
}

const jobLink = (jobId: string) => ({ label: "Open in the job center", url: `/jobs/${jobId}` });
