import { z } from "zod";
import { MAX_LABEL_LENGTH, MAX_TEXT_LENGTH, type Reason } from "./reason";

/** A reason as input, with the messages for invalid values. */
export const reasonShape = z.object({
  code: z
    .string()
    .trim()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      "must be at most 40 lowercase letters, digits and hyphens, and start with a letter or digit, for example no-proof",
    ),
  label: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(MAX_LABEL_LENGTH, `must be at most ${MAX_LABEL_LENGTH} characters`),
  text: z
    .string()
    .trim()
    .min(1, "must not be empty, because the customer reads it")
    .max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`),
  active: z.boolean(),
}) satisfies z.ZodType<Reason>;

export const list = z.object({
  reasons: z.array(reasonShape),
  /** The list's version. A change names the version that it was made from. */
  version: z.string(),
});

export type ReasonList = z.infer<typeof list>;
