import type { ReturnReason } from "./rows.ts";

/** A reason for returns that the shop offers. */
export interface ReasonDefinition {
  id: number;
  handle: string;
  name: string;
  /** The reason that older versions of the API have instead. */
  reason: ReturnReason;
}

const reason = (id: number, handle: string, name: string, reason: ReturnReason): ReasonDefinition => ({
  id,
  handle,
  name,
  reason,
});

/** Shopify's predefined reasons. They are the same in every shop. */
export const RETURN_REASONS: readonly ReasonDefinition[] = [
  reason(1, "unwanted", "Unwanted", "UNWANTED"),
  reason(2, "size-too-small", "Size too small", "SIZE_TOO_SMALL"),
  reason(3, "size-too-large", "Size too large", "SIZE_TOO_LARGE"),
  reason(4, "style", "Style", "STYLE"),
  reason(5, "color", "Color", "COLOR"),
  reason(6, "not-as-described", "Not as described", "NOT_AS_DESCRIBED"),
  reason(7, "defective", "Damaged or defective", "DEFECTIVE"),
  reason(8, "wrong-item", "Wrong item", "WRONG_ITEM"),
  reason(9, "other", "Other", "OTHER"),
  reason(10, "unknown", "Unknown", "UNKNOWN"),
];
