import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer, Notice } from "~/platform/notice";
import type { giveawaysCalls } from "./calls.server";
import { CHOOSE_A_GIVEAWAY, FALLBACKS, REGISTRATION_COUNT_NOT_VALID } from "./messages";
import type { GiveawayReport } from "./schemas";

type Calls = ContractRouterClient<typeof giveawaysCalls>;

const id = z.coerce.number();
const operationId = z.string();
const on = z.literal("on").optional();

/** The fields as the form sends them: a date counts only while its checkbox is checked. */
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
type Request = z.output<typeof intent>;

const FALLBACK_OF: Record<Request["intent"], string> = {
  create: FALLBACKS.create,
  change: FALLBACKS.update,
  delete: FALLBACKS.remove,
  restore: FALLBACKS.update,
  report: FALLBACKS.report,
};

/** The answer of the screen's action; for a report also its figures and the job that writes its workbook. */
export type GiveawaysAnswer = ActionAnswer & {
  report?: {
    name: string;
    report: GiveawayReport;
    jobId: string;
    /** The requested dates. */
    startDate?: string;
    endDate?: string;
  };
};

/** Handles the forms of the Giveaways screen. */
export async function answerGiveawaysForm(giveaways: Calls, form: FormData): Promise<GiveawaysAnswer> {
  const request = readForm(form, intent);
  return answerWithFallback({ fallback: FALLBACK_OF[request.intent] }, () => runIntent(giveaways, request));
}

async function runIntent(giveaways: Calls, request: Request): Promise<GiveawaysAnswer> {
  switch (request.intent) {
    case "create":
      return successAnswer(
        await giveaways.create({ ...payloadOf(request), operationId: request.operationId }),
      );
    case "change": {
      const change = { ...CLEARED_FIELDS, ...payloadOf(request), id: request.id, version: request.version };
      return successAnswer(await giveaways.change(change));
    }
    case "delete": {
      const undo = { label: "Undo", fields: { intent: "restore", id: String(request.id) } };
      return successAnswer(await giveaways.remove({ id: request.id }), undo);
    }
    case "restore":
      return successAnswer(await giveaways.restore({ id: request.id }));
    case "report": {
      const { startDate, endDate, name, operationId } = request;
      const { msg, giveaway, report, jobId } = await giveaways.report({
        id: request.id,
        name,
        startDate,
        endDate,
        operationId,
      });
      const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
      return {
        notice: {
          level: "success",
          text: msg,
          link,
          job: { id: jobId, writesFile: true, failure: { text: FALLBACKS.report }, keepsNotice: true },
        },
        report: { name: giveaway.name, report, jobId, startDate, endDate },
      };
    }
  }
}

/** A change clears what its form omits. */
const CLEARED_FIELDS = { startDate: null, endDate: null, registrationCount: null };

/** Sends a date only with its checkbox checked, and a registration count only above 0. */
function payloadOf({
  name,
  description,
  hasStartDate,
  startDate,
  hasEndDate,
  endDate,
  registrationCount,
}: Extract<Request, { description: string }>) {
  return {
    name,
    description: description.trim() || null,
    ...(hasStartDate && { startDate: startDate ?? "" }),
    ...(hasEndDate && { endDate: endDate ?? "" }),
    ...(registrationCount > 0 && { registrationCount }),
  };
}

const successAnswer = ({ msg }: { msg: string }, undo?: Notice["undo"]): ActionAnswer => ({
  notice: { level: "success", text: msg, undo },
});
