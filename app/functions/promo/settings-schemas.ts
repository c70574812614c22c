import { z } from "zod";
import { CHOICE_KINDS, MAX_CHOICE_LENGTH, SUBMISSION_LIMITS } from "~/domain/submissions/choice-kinds";
import { oneLine } from "~/platform/mail-address";

export const text = z.string();

const MAX_CHOICES = 500;

export const isLoyalty = z.boolean("must be true or false");

const choiceList = z
  .array(
    z
      .string()
      .transform(oneLine)
      .pipe(
        z
          .string()
          .min(1, "must not be empty")
          .max(MAX_CHOICE_LENGTH, `must have at most ${MAX_CHOICE_LENGTH} characters`),
      ),
  )
  .max(MAX_CHOICES, `must be at most ${MAX_CHOICES}`)
  .default([])
  .transform((values) => [...new Set(values)]);

export const choices = z.object(
  Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, choiceList])) as Record<
    (typeof CHOICE_KINDS)[number],
    typeof choiceList
  >,
);

export const promotion = z.object({
  id: z.number().int(),
  name: text,
  description: text.nullable(),
  startDate: text.nullable(),
  endDate: text.nullable(),
  choices: z.record(z.enum(CHOICE_KINDS), z.array(text)),
  rewardVariantId: text,
  rewardTitle: text,
  submissionLimit: z.enum(SUBMISSION_LIMITS),
  isLoyalty: z.boolean(),
  isDeleted: z.boolean(),
  /** The address of its form. */
  link: text,
  /** Send it back with a change. */
  version: z.number().int(),
});

export type PromotionView = z.infer<typeof promotion>;
