import { randomInt } from "node:crypto";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";

/** Digits and letters that aren't mistaken for each other when they are read aloud or typed from paper. */
const CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A guess must rarely hit: there are this many times more texts of a pattern than codes. */
const TEXTS_PER_CODE = 1_000;

/** The limit of rounds. It is reached only if nearly all texts are taken. */
const MAX_ROUNDS = 20;

const PATTERN_USED_UP =
  "Nearly all codes of this pattern exist already. Use another pattern, or one with more #.";

/** @param pattern the text, with `#` for each random character @throws 400 for one whose codes could be guessed */
export function assertEnoughPlaces(pattern: string, count: number): void {
  const places = pattern.split("#").length - 1;
  const needed = Math.ceil(Math.log(count * TEXTS_PER_CODE) / Math.log(CHARACTERS.length));
  if (places >= needed) return;
  const problem = `For ${pluralize(count, "code")} that can't be guessed, the pattern needs at least ${needed} #.`;
  throw badRequest(problem, { pattern: problem });
}

const textOf = (pattern: string): string =>
  pattern.replaceAll("#", () => CHARACTERS[randomInt(CHARACTERS.length)] as string);

/** Whether a text may have been made from a pattern. */
export const isOfPattern = (text: string, pattern: string): boolean =>
  text.length === pattern.length &&
  pattern.split("").every((character, index) => character === "#" || character === text[index]);

/**
 * Texts of a pattern that no code has yet.
 * @param findTaken those of some texts that a code has, in any case
 * @throws 400 when nearly all texts of the pattern are taken
 */
export async function newTexts(
  pattern: string,
  count: number,
  findTaken: (texts: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const texts = new Set<string>();
  for (let round = 0; texts.size < count; round += 1) {
    if (round === MAX_ROUNDS) throw badRequest(PATTERN_USED_UP, { pattern: PATTERN_USED_UP });
    const some = Array.from({ length: count - texts.size }, () => textOf(pattern));
    const taken = await findTaken(some);
    for (const text of some) if (!taken.has(text)) texts.add(text);
  }
  return [...texts];
}
