import { type Fact, factAt, type ReadLine, textOf } from "./reading";

/** What a receipt's number is labeled with, the clearest first. */
const LABELS: readonly RegExp[] = [
  /\b(?:receipt|rcpt|invoice|inv|bon|beleg)\b/i,
  /\b(?:order|confirmation)\b/i,
  /\b(?:transaction|trans|trn|tran|trx)\b/i,
  /\b(?:ticket|sale|tc|check|document|doc)\b/i,
  /\b(?:reference|ref)\b/i,
];
const SIGN = /^[\s:.#№-]*(?:(?:no|nr|num|number|id|code)\b)?[\s:.#№-]*/i;
const OTHER = /total|return|policy|keep|thank|auth|approval|terminal|phone|tel\b|survey|barcode/i;

const VALUE = /(?<![\w.])[#]?([A-Za-z]{0,6}[-/]?\d[\w/-]{2,29})(?![.,]\d{2}(?!\d))(?!\w)/g;
const NOT_NUMBER = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$|^\d{4}-\d{2}-\d{2}$|^\d{1,2}:\d{2}/;

/** The numbers of a receipt, the likeliest first. */
export function findNumbers(lines: readonly ReadLine[]): Fact[] {
  const found = lines.flatMap((line, index) => {
    const text = textOf(line);
    if (OTHER.test(text)) return [];
    return LABELS.flatMap((pattern, rank) => {
      const label = pattern.exec(text);
      if (!label) return [];
      const from = label.index + label[0].length;
      const start = from + (SIGN.exec(text.slice(from))?.[0].length ?? 0);
      const own = valueIn(line, text, start);
      if (own) return [{ ...own, rank, index }];
      // The value of a label that is alone in its line is in the next one.
      const next = lines[index + 1];
      const below = next && start >= text.length - 2 ? valueIn(next, textOf(next), 0) : undefined;
      return below ? [{ ...below, rank: rank + 0.5, index }] : [];
    });
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ value, confidence, place }) => ({ value, confidence, place }));
}

function valueIn(line: ReadLine, text: string, from: number): Fact | undefined {
  for (const match of text.slice(from).matchAll(VALUE)) {
    const value = match[1] ?? "";
    if (NOT_NUMBER.test(value) || value.replace(/\D/g, "").length < 3) continue;
    return factAt(line, value, from + match.index, from + match.index + match[0].length);
  }
  return undefined;
}
