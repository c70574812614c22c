import { z } from "zod";
import { LABEL_LENGTH, type Reason, TEXT_LENGTH } from "./reason";

/** A reason as input, with the messages for invalid values. */
export const reasonShape = z.object({
  code: z
    .string()
    .trim()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      "must be small letters, digits and hyphens, at most 40, for example no-proof",
    ),
  label: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(LABEL_LENGTH, `must be at most ${LABEL_LENGTH} characters`),
  text: z
    .string()
    .trim()
    .min(1, "must not be empty: it is what the person reads")
    .max(TEXT_LENGTH, `must be at most ${TEXT_LENGTH} characters`),
  active: z.boolean(),
}) satisfies z.ZodType<Reason>;
