import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";

/** The part of an adjustment that isn't returned when it is reversed, as a sentence. */
export const notReturnedText = (expiredCents: Cents, currency: string): string =>
  `${formatMoney(expiredCents, currency)} would have expired since and isn't returned.`;
