import type { ReadLine, ReadWord } from "./reading";

/** A text of a PDF's page, with its place in shares of the page. */
interface PlacedText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Texts whose distance is below this share of their height are parts of one word. */
const JOINED = 0.12;

/** The lines of a page's text layer, which has texts in any order and of any length: parts of words, or several of them. */
export function linesOfTexts(texts: readonly PlacedText[], page: number): ReadLine[] {
  const rows: PlacedText[][] = [];
  for (const text of texts.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const before = row?.[0];
    if (row && before && middleOf(text) - middleOf(before) < Math.min(text.height, before.height) / 2)
      row.push(text);
    else rows.push([text]);
  }
  return rows
    .map((row) =>
      wordsOf(
        row.toSorted((a, b) => a.x - b.x),
        page,
      ),
    )
    .filter((line) => line.length > 0);
}

const middleOf = ({ y, height }: PlacedText): number => y + height / 2;

function wordsOf(row: readonly PlacedText[], page: number): ReadWord[] {
  const words: ReadWord[] = [];
  for (const text of row)
    for (const [index, part] of partsOf(text).entries()) {
      const before = words.at(-1);
      const isPart =
        index === 0 &&
        !/^\s/.test(text.text) &&
        before &&
        part.x - before.x - before.width < JOINED * part.height;
      if (isPart)
        words[words.length - 1] = {
          ...before,
          text: before.text + part.text,
          width: part.x + part.width - before.x,
        };
      else words.push({ ...part, page, confidence: 100 });
    }
  return words;
}

/** The words of a text. Their places follow from their letters, because a PDF only has the whole text's. */
function partsOf({ text, x, width, ...rest }: PlacedText): PlacedText[] {
  const letter = width / Math.max(1, text.length);
  return [...text.matchAll(/\S+/g)].map((match) => ({
    ...rest,
    text: match[0],
    x: x + match.index * letter,
    width: match[0].length * letter,
  }));
}
