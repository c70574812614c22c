import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { mailSettingsContract } from "./contract";
import { MAX_PER_MINUTE } from "./limits";

type Calls = ContractRouterClient<typeof mailSettingsContract>;

const perMinute = z
  .string()
  .trim()
  .refine(
    (text) => text === "" || /^[\d,]+$/.test(text),
    "Enter a whole number, or leave it blank for no limit.",
  )
  .transform((text) => (text === "" ? null : Number(text.replaceAll(",", ""))))
  .refine(
    (number) => number === null || (number >= 1 && number <= MAX_PER_MINUTE),
    `Enter a number from 1 to ${MAX_PER_MINUTE.toLocaleString("en-US")}, or leave it blank for no limit.`,
  );

const settingsForm = z.object({ name: z.string(), email: z.string(), replyTo: z.string(), perMinute });

/** Saves the sender and the rate limit of a form. */
export async function answerSettingsForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const { perMinute, ...sender } = readForm(form, settingsForm);
  const saved = [await calls.saveSender(sender), await calls.savePace({ perMinute })];
  return saved.some(({ changed }) => changed)
    ? { notice: { level: "success", text: "Saved the email settings." } }
    : NOTHING_TO_SAVE;
}

const textForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), subject: z.string(), body: z.string() }),
  z.object({
    intent: z.literal("test"),
    subject: z.string(),
    body: z.string(),
    operationId: z.string().min(8).max(100),
  }),
  z.object({ intent: z.literal("reset") }),
]);

/** Runs the intent of a text's page. The call refuses an unknown id. */
export async function answerTextForm(calls: Calls, id: string, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, textForm);
  switch (request.intent) {
    case "save": {
      const { changed } = await calls.saveText({ id, subject: request.subject, body: request.body });
      return changed
        ? { notice: { level: "success", text: "Saved. The next emails use this text." } }
        : NOTHING_TO_SAVE;
    }
    case "test": {
      const { subject, body, operationId } = request;
      const sent = await calls.sendTest({ id, subject, body, operationId });
      return {
        notice: {
          level: "success",
          text: `A test email is being sent to ${sent.to}.`,
          link: { label: "Show the email", url: `/mail/${sent.id}` },
        },
      };
    }
    case "reset": {
      const { changed } = await calls.resetText({ id });
      return changed
        ? { notice: { level: "success", text: "The text was reset to the default." } }
        : NOTHING_TO_SAVE;
    }
  }
}

const NOTHING_TO_SAVE: ActionAnswer = {
  notice: { level: "info", text: "Nothing changed." },
};
