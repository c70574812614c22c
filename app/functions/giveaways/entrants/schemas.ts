import { z } from "zod";
import { MAX_REASON_LENGTH } from "../messages";

export const REASON_NOT_VALID = `Enter a reason of at most ${MAX_REASON_LENGTH} characters.`;

/** A required reason. */
export const reason = z
  .string(REASON_NOT_VALID)
  .trim()
  .min(1, REASON_NOT_VALID)
  .max(MAX_REASON_LENGTH, REASON_NOT_VALID);
