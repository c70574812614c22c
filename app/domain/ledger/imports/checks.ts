import { maxCents } from "~/domain/ledger/posting";
import type { Cents } from "~/platform/money/cents";
import { parseAmount } from "~/platform/money/decimal";

/** What is wrong with a file. The checks run in this order. The texts are fixed by the specification, typos included. */
export const DUPLICATE_EMAILS = "Duplicate email(s) found in import file";
export const NOTHING_GIVEN = "Some record(s) do not have Credit or Ajustment amount or References.";
export const BOTH_AMOUNTS =
  "Some record(s) have both Credit and Ajustment amounts. Only one of them is allowed.";
export const NO_AMOUNT = "Some record(s) have not valid amount.";

/** The checks of single rows, in their order. `DUPLICATE_EMAILS` is checked before them. */
export const ROW_CHECKS = [NOTHING_GIVEN, BOTH_AMOUNTS, NO_AMOUNT] as const;
export type RowCheck = (typeof ROW_CHECKS)[number];

/** What a row asks for. */
export interface CreditRow {
  type: "Credit" | "Adjustment";
  amountCents: Cents;
  reference: string;
}

/** The cells of a row, by field. */
type Values = Readonly<Record<string, string | undefined>>;

/** A cell without an amount: empty, or nothing at all. */
const isNone = (text: string): boolean => text === "" || /^0+(\.0*)?$/.test(text);

/** Reads a row, or returns all checks that it fails: the first check that any row fails is the one that is shown for the file. */
export function creditRowOf(values: Values, currency: string): CreditRow | { failed: RowCheck[] } {
  const [credit, adjustment, reference] = ["credit", "adjustment", "reference"].map((name) =>
    (values[name] ?? "").trim(),
  ) as [string, string, string];
  const given = [credit, adjustment].filter((text) => !isNone(text));
  const amounts = given.map((text) => parseAmount(text, currency));
  const [amountCents] = amounts;
  const failed = [
    ...(given.length === 0 || reference === "" ? [NOTHING_GIVEN] : []),
    ...(given.length === 2 ? [BOTH_AMOUNTS] : []),
    ...(amounts.some((cents) => cents === null || cents > maxCents(currency)) ? [NO_AMOUNT] : []),
  ] as RowCheck[];
  if (failed.length > 0 || !amountCents) return { failed };
  return { type: isNone(credit) ? "Adjustment" : "Credit", amountCents, reference };
}
