/**
 * Characters that are invisible: zero-width ones, marks of the writing direction, soft hyphens, fillers, tags. The joiner and the
 * variation selector stay where an emoji is made of them.
 */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\u200D|\uFE0E|\uFE0F)|(?!\u200D)\p{Cf}|\u034F|[\u115F\u1160\u3164\uFFA0]|\u17B4|\u17B5|[\uFE00-\uFE0D]/gu;
/** Spaces other than the one of the keyboard: a no-break space looks like it, and makes another text. */
const OTHER_SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * The one rule for texts that identify something (email addresses, codes, SKUs, ids, tags): without invisible characters, with plain
 * spaces, and without spaces around them. Two such texts that look alike are equal.
 */
export const cleanIdentifier = (text: string): string =>
  text.replace(INVISIBLE, "").replace(OTHER_SPACE, " ").trim();

/** The characters that `cleanIdentifier` changes within a text, such as "U+200B, U+00A0". Empty for none. */
export function uncleanCharacters(text: string): string {
  const found = new Set([...(text.match(INVISIBLE) ?? []), ...(text.trim().match(OTHER_SPACE) ?? [])]);
  return [...found].map((character) => `U+${codeOf(character)}`).join(", ");
}

const codeOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
