import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { CHOICE_KINDS, SUBMISSION_LIMITS } from "~/domain/submissions/form-fields";
import { REPLY_USES, type ReplyUse } from "~/domain/submissions/reply-text";
import { changedFields, jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { promoCalls } from "./calls.server";

type Promo = ContractRouterClient<typeof promoCalls>;

const id = z.coerce.number();
const on = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
const optionalDay = z
  .string()
  .trim()
  .transform((text) => text || null);
const reviewFields = <Value extends z.ZodType>(value: Value) => ({
  undoSeconds: value,
  secondLookPercent: value,
  targetHours: value,
  lockMinutes: value,
});
/** One choice per line. */
const lines = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
const choiceFields = Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, lines])) as Record<
  (typeof CHOICE_KINDS)[number],
  typeof lines
>;

const fields = {
  name: z.string(),
  description: z.string(),
  startDate: optionalDay,
  endDate: optionalDay,
  rewardVariantId: z.coerce.number(),
  submissionLimit: z.enum(SUBMISSION_LIMITS),
  isLoyalty: on,
  ...choiceFields,
};

const replyFields = {
  use: z.enum(Object.keys(REPLY_USES) as [ReplyUse]),
  name: z.string(),
  text: z.string(),
};

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), ...fields, operationId: z.string() }),
  z.object({ intent: z.literal("change"), id, version: z.coerce.number(), ...fields }),
  z.object({ intent: z.literal("delete"), id }),
  z.object({ intent: z.literal("restore"), id }),
  z.object({ intent: z.literal("createReply"), ...replyFields }),
  z.object({
    intent: z.literal("changeReply"),
    id,
    before: jsonField(z.object(replyFields)).optional(),
    ...replyFields,
  }),
  z.object({ intent: z.literal("deleteReply"), id }),
  z.object({
    intent: z.literal("settings"),
    ...reviewFields(z.string()),
    seen: jsonField(z.object(reviewFields(z.number()))),
  }),
]);

/** Handles the forms of the promotions, of the reply templates and of the review's settings. */
export async function answerPromotionsForm(promo: Promo, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
    case "create":
      return successAnswer(
        await promo.createPromotion({ ...promotionOf(request), operationId: request.operationId }),
      );
    case "change":
      return successAnswer(
        await promo.changePromotion({
          ...promotionOf(request),
          id: request.id,
          version: request.version,
        }),
      );
    case "delete":
      return successAnswer(await promo.deletePromotion({ id: request.id }), {
        label: "Undo",
        fields: { intent: "restore", id: String(request.id) },
      });
    case "restore":
      return successAnswer(await promo.restorePromotion({ id: request.id }));
    case "createReply":
      return successAnswer(await promo.createReply(replyOf(request)));
    case "changeReply":
      return successAnswer(
        await promo.changeReply({ ...replyOf(request), id: request.id, before: request.before }),
      );
    case "deleteReply": {
      const deleted = await promo.deleteReply({ id: request.id });
      return successAnswer(deleted, {
        label: "Undo",
        fields: { intent: "createReply", ...replyOf(deleted.reply) },
      });
    }
    case "settings": {
      const { intent: _intent, seen, ...settings } = request;
      return successAnswer(await promo.saveSettings(changedFields(settings, seen)));
    }
  }
}

function promotionOf(request: z.output<z.ZodObject<typeof fields>>) {
  const { name, description, startDate, endDate, rewardVariantId, submissionLimit, isLoyalty } = request;
  const choices = Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, request[kind]])) as Record<
    (typeof CHOICE_KINDS)[number],
    string[]
  >;
  return { name, description, startDate, endDate, rewardVariantId, submissionLimit, isLoyalty, choices };
}

const replyOf = ({ use, name, text }: { use: ReplyUse; name: string; text: string }) => ({ use, name, text });

const successAnswer = (
  { msg }: { msg: string },
  undo?: { label: string; fields: Record<string, string> },
) => ({
  notice: { level: "success" as const, text: msg, undo },
});
