import { type Fact, factAt, looksOf, type ReadLine, textOf } from "./reading";

/** Of a name's letters, how many may be read wrongly. None of a longer name than any shop's: a customer can type one, and comparing takes long. */
const WRONG_SHARE = 0.15;
const MAX_INEXACT = 40;

/**
 * The choice that a receipt names, such as a retailer.
 * @param isExact numbers of models differ in one letter, so none of it may be read wrongly
 */
export function findChoice(
  lines: readonly ReadLine[],
  choices: readonly string[],
  { isExact }: { isExact: boolean },
): Fact | undefined {
  const found = choices.flatMap((choice) => {
    const looks = looksOf(choice);
    if (looks.length < 2) return [];
    const wrong = isExact || looks.length > MAX_INEXACT ? 0 : Math.floor(looks.length * WRONG_SHARE);
    for (const [index, line] of lines.entries()) {
      const fact = nameIn(line, choice, looks, wrong);
      if (fact) return [{ fact, index, length: looks.length }];
    }
    return [];
  });
  // A longer one contains the shorter: "DC-100 Pro" isn't "DC-100".
  return found.toSorted((a, b) => b.length - a.length || a.index - b.index)[0]?.fact;
}

/** Looks for a name in whole words of a line: the fewest that are long enough. */
function nameIn(line: ReadLine, choice: string, looks: string, wrong: number): Fact | undefined {
  const text = textOf(line);
  const looksOfWords = line.map((word) => looksOf(word.text));
  let start = 0;
  for (let first = 0; first < line.length; first += 1) {
    let [joined, end] = ["", start - 1];
    // None begins with a word without letters, such as the dots before a price: there can be thousands in a line.
    const most = looksOfWords[first] === "" ? -1 : looks.length + wrong;
    for (let last = first; last < line.length && joined.length <= most; last += 1) {
      end += 1 + (line[last]?.text.length ?? 0);
      joined += looksOfWords[last];
      if (isAlike(joined, looks, wrong) || endsWithin(joined, looks))
        return factAt(line, choice, start, Math.min(end, text.length));
    }
    start += (line[first]?.text.length ?? 0) + 1;
  }
  return undefined;
}

/** A number with something printed directly around it, such as "(DC-100)" or "SKU:DC-100". */
const endsWithin = (joined: string, looks: string): boolean =>
  /\d/.test(looks) && looks.length >= 5 && joined.endsWith(looks) && joined.length - looks.length <= 5;

const isAlike = (one: string, other: string, wrong: number): boolean =>
  one === other ||
  (wrong > 0 && Math.abs(one.length - other.length) <= wrong && distance(one, other) <= wrong);

/** How many letters differ (Levenshtein). */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1)
      next[to] = Math.min(
        (next[to - 1] ?? 0) + 1,
        (row[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + Number(one[at - 1] !== other[to - 1]),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
