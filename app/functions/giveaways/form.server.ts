import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer, Notice } from "~/platform/notice";
import type { GiveawayReport, giveawaysContract } from "./contract";
import { CHOOSE_A_GIVEAWAY, FALLBACKS, REGISTRATION_COUNT_NOT_VALID } from "./messages";

type Calls = ContractRouterClient<typeof giveawaysContract>;

const id = z.coerce.number();
const operationId = z.string();
const on = z.literal("on").optional();

/** The fields as the form sends them: a day counts when its box is ticked (section 5 of the third specification text). */
const fields = {
  name: z.string(),
  description: z.string(),
  hasStartDate: on,
  startDate: z.string().optional(),
  hasEndDate: on,
  endDate: z.string().optional(),
  registrationCount: z
    .string()
    .trim()
    .regex(/^\d*$/, REGISTRATION_COUNT_NOT_VALID)
    .transform((text) => Number(text)),
};

const optionalDay = z
  .string()
  .trim()
  .transform((text) => text || undefined);

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), ...fields, operationId }),
  z.object({ intent: z.literal("change"), id, version: z.coerce.number(), ...fields, operationId }),
  z.object({ intent: z.literal("delete"), id }),
  z.object({ intent: z.literal("restore"), id }),
  z.object({
    intent: z.literal("report"),
    id: z.string().regex(/^\d+$/, CHOOSE_A_GIVEAWAY).transform(Number),
    name: z.string().default(""),
    startDate: optionalDay,
    endDate: optionalDay,
    operationId,
  }),
]);
type Asked = z.output<typeof intent>;

const FALLBACK_OF: Record<Asked["intent"], string> = {
  create: FALLBACKS.create,
  change: FALLBACKS.update,
  delete: FALLBACKS.remove,
  restore: FALLBACKS.update,
  report: FALLBACKS.report,
};

/** The answer of the screen's action; of the report with what it says, and the job that writes its workbook. */
export type GiveawaysAnswer = ActionAnswer & {
  report?: { name: string; report: GiveawayReport; jobId: string };
};

/** Carries out what the Giveaways screen asks for, and says what came of it. */
export async function answerGiveawaysForm(giveaways: Calls, form: FormData): Promise<GiveawaysAnswer> {
  const asked = readForm(form, intent);
  return answerWithFallback({ fallback: FALLBACK_OF[asked.intent] }, () => carryOut(giveaways, asked));
}

async function carryOut(giveaways: Calls, asked: Asked): Promise<GiveawaysAnswer> {
  switch (asked.intent) {
    case "create":
      return said(await giveaways.create({ ...sent(asked), operationId: asked.operationId }));
    case "change": {
      const change = { ...NOTHING_LEFT, ...sent(asked), id: asked.id, version: asked.version };
      return said(await giveaways.change(change));
    }
    case "delete": {
      const undo = { label: "Undo", fields: { intent: "restore", id: String(asked.id) } };
      return said(await giveaways.remove({ id: asked.id }), undo);
    }
    case "restore":
      return said(await giveaways.restore({ id: asked.id }));
    case "report": {
      const { startDate, endDate, name, operationId } = asked;
      const { msg, giveaway, report, jobId } = await giveaways.report({
        id: asked.id,
        name,
        startDate,
        endDate,
        operationId,
      });
      const link = { label: "Open in the job centre", url: `/jobs/${jobId}` };
      return {
        notice: { level: "success", text: msg, link },
        report: { name: giveaway.name, report, jobId },
      };
    }
  }
}

/** What a change takes away of what its form leaves out. */
const NOTHING_LEFT = { startDate: null, endDate: null, registrationCount: null };

/** Section 5 of the third specification text: what is sent only when. */
function sent({
  name,
  description,
  hasStartDate,
  startDate,
  hasEndDate,
  endDate,
  registrationCount,
}: Extract<Asked, { description: string }>) {
  return {
    name,
    description: description.trim() || null,
    ...(hasStartDate && { startDate: startDate ?? "" }),
    ...(hasEndDate && { endDate: endDate ?? "" }),
    ...(registrationCount > 0 && { registrationCount }),
  };
}

const said = ({ msg }: { msg: string }, undo?: Notice["undo"]): ActionAnswer => ({
  notice: { level: "success", text: msg, undo },
});
