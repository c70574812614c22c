import { isDeepStrictEqual } from "node:util";
import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { refusalIn } from "~/platform/contract/answer";
import { Refusal } from "~/platform/errors";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { mailSettingsCalls } from "./calls.server";
import { MAX_PER_MINUTE } from "./limits";
import { seenPace, seenSender, seenWording } from "./schemas";

type Calls = ContractRouterClient<typeof mailSettingsCalls>;

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

const settingsForm = z.object({
  name: z.string(),
  email: z.string(),
  replyTo: z.string(),
  perMinute,
  /** What the form showed. */
  seen: jsonField(z.object({ sender: seenSender, perMinute: seenPace })),
});

/** Saves the sender and the rate limit of a form. What it doesn't change may have been changed elsewhere. */
export async function answerSettingsForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const { perMinute, seen, ...sender } = readForm(form, settingsForm);
  const isSameSender = isDeepStrictEqual(sender, seen.sender);
  const ofSender = isSameSender ? UNCHANGED : await calls.saveSender({ ...sender, seen: seen.sender });
  const isSamePace = perMinute === seen.perMinute;
  const ofPace = isSamePace
    ? UNCHANGED
    : await calls.savePace({ perMinute, seen: seen.perMinute }).catch((error: unknown) => {
        throw ofSender.changed ? afterSavedSender(error) : error;
      });
  return ofSender.changed || ofPace.changed
    ? { notice: { level: "success", text: "Saved the email settings." } }
    : NOTHING_TO_SAVE;
}

/** The error of the rate limit. A refusal says that the sender beside it was saved. */
function afterSavedSender(error: unknown): unknown {
  const refusal = refusalIn(error);
  return refusal
    ? new Refusal(refusal.status, refusal.code, `The sender was saved. ${refusal.message}`)
    : error;
}

const textForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    subject: z.string(),
    body: z.string(),
    seen: jsonField(seenWording),
  }),
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
      const { subject, body, seen } = request;
      const { changed } = await calls.saveText({ id, subject, body, seen });
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

const UNCHANGED = { changed: false };

const NOTHING_TO_SAVE: ActionAnswer = {
  notice: { level: "info", text: "Nothing changed." },
};
