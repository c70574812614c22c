import type { ContractRouterClient } from "@orpc/contract";
import { data } from "@remix-run/node";
import { z } from "zod";
import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import { jsonField, readForm } from "~/platform/form";
import { type ActionAnswer, SUCCESS_SECONDS } from "~/platform/notice";
import type { priceSpiderCalls } from "./calls.server";
import { PRICESPIDER_NOT_UPDATED, SETTINGS_NOT_UPDATED } from "./messages";
import type { TestAnswer, UpdateAnswer } from "./schemas";
import { SETTING_NAMES } from "./settings-fields";

type Calls = ContractRouterClient<typeof priceSpiderCalls>;

/** The page's forms. */
const priceSpiderForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("update"),
    /** Those that were changed. */
    settings: jsonField(z.partialRecord(z.enum(SETTING_NAMES), z.union([z.string(), z.boolean()]))),
  }),
  z.object({ intent: z.literal("transfer") }),
  z.object({ intent: z.literal("test") }),
  z.object({ intent: z.literal("retry"), f: z.string(), confirm: z.enum(["true", "false"]) }),
  z.object({ intent: z.literal("acceptKey"), key: z.string() }),
]);
type PriceSpiderForm = z.infer<typeof priceSpiderForm>;

/** The page's data besides the notice. */
export interface PriceSpiderAnswer extends ActionAnswer {
  /** The settings that were updated, with their values. */
  updated?: UpdateAnswer["updated"];
  /** How a test of the connection went. */
  steps?: TestAnswer["steps"];
  /** The transfer that was started or retried. */
  transferId?: string;
}

/** Updates settings, starts or retries a transfer, or accepts a server's key. */
export async function answerPriceSpiderForm(calls: Calls, form: FormData): Promise<PriceSpiderAnswer> {
  const request = readForm(form, priceSpiderForm);
  switch (request.intent) {
    case "update":
      return orRefused(SETTINGS_NOT_UPDATED, () => updateSettings(calls, request));
    case "acceptKey": {
      const { msg } = await calls.acceptKey({ key: request.key });
      return { notice: { level: "success", text: msg } };
    }
    case "test": {
      const { status, msg, steps } = await calls.test();
      return { notice: { level: status ? "success" : "critical", text: msg }, steps };
    }
    case "transfer":
      return orRefused(PRICESPIDER_NOT_UPDATED, async () => startedAnswer(await calls.transfer()));
    case "retry":
      return orRefused(PRICESPIDER_NOT_UPDATED, async () =>
        startedAnswer(await calls.retry({ f: request.f, confirm: request.confirm === "true" })),
      );
  }
}

async function updateSettings(
  calls: Calls,
  { settings }: Extract<PriceSpiderForm, { intent: "update" }>,
): Promise<PriceSpiderAnswer> {
  const { status, msg, updated, problems } = await calls.update(settings);
  if (status) return { notice: { level: "success", text: msg, seconds: SUCCESS_SECONDS }, updated };
  return {
    notice: { level: "critical", text: msg },
    fieldErrors: problems as Record<string, string>,
    updated,
  };
}

/** Without a notice: the page shows what runs, and a notice when it has ended. */
const startedAnswer = ({ jobId }: { jobId: string }): PriceSpiderAnswer => ({ transferId: jobId });

/** The reason of a refusal below the page's own title. */
async function orRefused(title: string, work: () => Promise<PriceSpiderAnswer>): Promise<PriceSpiderAnswer> {
  try {
    return await work();
  } catch (error) {
    const { status = 500, fieldErrors } = refusalIn(error) ?? {};
    const text = sentenceIn(error);
    const answer: PriceSpiderAnswer = { notice: { level: "critical", title, text }, fieldErrors, status };
    return data(answer, { status }) as unknown as PriceSpiderAnswer;
  }
}
