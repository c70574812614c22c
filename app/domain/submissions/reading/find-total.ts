import { type Fact, factAt, type ReadLine, textOf } from "./reading";

/**
 * An amount with two decimals. A point and a comma may be read with a space behind it. It has few groups of digits: strangers write the text,
 * and each of many groups would be searched to the last one.
 */
const AMOUNT =
  /(?<![\w.,])-?[$€£S]?\s?(\d{1,3}(?:[.,' ]\d{3}){1,4}|\d{1,7})\s?[.,]\s?(\d{2})(?![\d%]|[.,]\d)/g;

/** The amounts of a line, in cents, with where they are in its text. */
export function amountsIn(line: ReadLine): { cents: number; start: number; end: number }[] {
  const text = textOf(line);
  return [...text.matchAll(AMOUNT)].map((match) => ({
    cents: Number((match[1] ?? "").replace(/\D/g, "")) * 100 + Number(match[2]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** How a line with a total is labeled, the clearest first. Letters that are read as digits were replaced. */
const LABELS: readonly RegExp[] = [
  /grand total|total due|amount due|balance due|order total|total paid|invoice total|total amount|amount paid|total usd|total eur|total sale|gesamtbetrag|summe/,
  /(?<![a-z])(?:total|totai|tota1|t0tal)(?![a-z])/,
  /balance|(?<![a-z])to pay|payment/,
];
/** Parts of a total, and totals of something else. */
const NOT_TOTAL =
  /sub\s*-?\s*total|total (?:savings?|saved|discounts?|tax|items?|qty|quantity|points|number)|(?:tax|savings?|discounts?|items?|before tax|merchandise|net|points)\s+total|you saved|change due|number of/;

const SUBTOTAL = /sub\s*-?\s*t[o0]ta[li1]|merchandise|net amount/;
const TAX = /\b(?:tax|vat|gst|hst|mwst)\b/;

const labelOf = (line: ReadLine): string =>
  textOf(line)
    .toLowerCase()
    .replace(/(?<=[a-z])0|0(?=[a-z])/g, "o")
    .replace(/(?<=[a-z])[1|](?=[a-z\s]|$)/g, "l")
    .replace(/[^a-z0-9\s-]/g, " ")
    .replace(/\s+/g, " ");

/** The totals on a receipt, the likeliest first. Their values are cents. */
export function findTotals(lines: readonly ReadLine[]): Fact[] {
  const labels = lines.map(labelOf);
  const amounts = lines.map(amountsIn);
  const sums = sumsOf(labels, amounts);
  const found = lines.flatMap((line, index) => {
    const label = labels[index] ?? "";
    const rank = LABELS.findIndex((pattern) => pattern.test(label));
    if (rank < 0 || NOT_TOTAL.test(label)) return [];
    const [own, next] = [amounts[index] ?? [], amounts[index + 1] ?? []];
    // The amount of a label that is alone in its line is in the next one.
    const isBelow = own.length === 0 && next.length > 0 && !/[a-z]{3}/.test(labels[index + 1] ?? "");
    const [from, amount] = isBelow ? [lines[index + 1] ?? line, next.at(-1)] : [line, own.at(-1)];
    if (!amount) return [];
    const isSum = sums.has(amount.cents);
    return [{ ...factAt(from, String(amount.cents), amount.start, amount.end), rank, isSum }];
  });
  const ordered = found.toSorted(
    (a, b) => Number(b.isSum) - Number(a.isSum) || a.rank - b.rank || Number(b.value) - Number(a.value),
  );
  const facts = ordered.map(({ value, confidence, place }) => ({ value, confidence, place }));
  return facts.length > 0 ? facts : unlabeled(lines, amounts, sums);
}

/** Each sum of a subtotal and a tax. */
function sumsOf(labels: readonly string[], amounts: readonly { cents: number }[][]): Set<number> {
  const of = (pattern: RegExp) =>
    labels.flatMap((label, index) => (pattern.test(label) ? (amounts[index] ?? []).slice(-1) : []));
  const taxes = of(TAX).map(({ cents }) => cents);
  const all = taxes.reduce((sum, cents) => sum + cents, 0);
  return new Set(of(SUBTOTAL).flatMap(({ cents }) => [...taxes, all].map((tax) => cents + tax)));
}

/** Without a readable label: the sum of subtotal and tax, or the largest amount that is printed twice, as a total and its payment. */
function unlabeled(
  lines: readonly ReadLine[],
  amounts: readonly ReturnType<typeof amountsIn>[],
  sums: ReadonlySet<number>,
): Fact[] {
  const all = amounts.flatMap((found, index) =>
    found.map((amount) => ({ ...amount, line: lines[index] ?? [] })),
  );
  const largest = Math.max(0, ...all.map(({ cents }) => cents));
  const isTotal = (cents: number) =>
    sums.has(cents) || (cents === largest && all.filter((one) => one.cents === cents).length > 1);
  return all
    .filter(({ cents }) => cents > 0 && isTotal(cents))
    .slice(0, 1)
    .map(({ line, cents, start, end }) => factAt(line, String(cents), start, end));
}
