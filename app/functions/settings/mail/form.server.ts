import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import type { MailTextId } from "~/domain/mail/texts";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { mailSettingsContract } from "./contract";
import { MOST_PER_MINUTE } from "./limits";

type Calls = ContractRouterClient<typeof mailSettingsContract>;

const perMinute = z
  .string()
  .trim()
  .refine((text) => text === "" || /^[\d,]+$/.test(text), "Enter a whole number, or nothing for no limit.")
  .transform((text) => (text === "" ? null : Number(text.replaceAll(",", ""))))
  .refine(
    (number) => number === null || (number >= 1 && number <= MOST_PER_MINUTE),
    `Enter a number from 1 to ${MOST_PER_MINUTE.toLocaleString("en-US")}, or nothing for no limit.`,
  );

const settingsForm = z.object({ name: z.string(), email: z.string(), replyTo: z.string(), perMinute });

/** Saves the sender and the pace that a form holds. */
export async function answerSettingsForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const { perMinute, ...sender } = readForm(form, settingsForm);
  const saved = [await calls.saveSender(sender), await calls.savePace({ perMinute })];
  return saved.some(({ changed }) => changed)
    ? { notice: { level: "success", text: "Saved how mails go out." } }
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

/** Carries out what the page of a text asks for. The call refuses an id that is no text's. */
export async function answerTextForm(calls: Calls, textId: string, form: FormData): Promise<ActionAnswer> {
  const id = textId as MailTextId;
  const asked = readForm(form, textForm);
  switch (asked.intent) {
    case "save": {
      const { changed } = await calls.saveText({ id, subject: asked.subject, body: asked.body });
      return changed
        ? { notice: { level: "success", text: "Saved. The next mails have this text." } }
        : NOTHING_TO_SAVE;
    }
    case "test": {
      const { subject, body, operationId } = asked;
      const sent = await calls.sendTest({ id, subject, body, operationId });
      return {
        notice: {
          level: "success",
          text: `A test mail goes to ${sent.to}.`,
          link: { label: "What became of it", url: `/mail/${sent.id}` },
        },
      };
    }
    case "reset": {
      const { changed } = await calls.resetText({ id });
      return changed
        ? { notice: { level: "success", text: "The text is as Backroom brings it." } }
        : NOTHING_TO_SAVE;
    }
  }
}

const NOTHING_TO_SAVE: ActionAnswer = {
  notice: { level: "info", text: "Nothing to save: it is like that already." },
};
