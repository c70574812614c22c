const MAX_DIGITS = 12;

/** What is wrong with a discount limit, of a student or of the shop: a whole amount, or nothing. */
export function discountLimitProblem(text: string): string | undefined {
  if (!/^\d*$/.test(text)) return "Only digits, or nothing.";
  return text.length > MAX_DIGITS ? `At most ${MAX_DIGITS} digits.` : undefined;
}
