import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A text as a literal part of a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern of a lowercase text that contains another one, in any case. */
export const containsPattern = (text: string): string => `%${escapeLike(text.toLowerCase())}%`;

/** Whether a lowercase expression contains a text, in any case. */
export const contains = (lowercase: SQLWrapper, text: string): SQL =>
  sql`${lowercase} LIKE ${containsPattern(text)}`;

/** Shorter texts have no trigram, so an index can't find them inside a word. */
export const MIN_TRIGRAM_LENGTH = 3;

/**
 * Whether a lowercase expression with a trigram index contains a text. One or two characters match only at the start of the
 * expression or after one of the separators: anywhere, every row would be read.
 */
export function containsIndexed(lowercase: SQLWrapper, text: string, separators: readonly string[]): SQL {
  const start = text.trim();
  if ([...start].length >= MIN_TRIGRAM_LENGTH) return contains(lowercase, text);
  const literal = escapeLike(start.toLowerCase());
  const patterns = ["", ...separators.map((separator) => `%${escapeLike(separator)}`)];
  const matches = patterns.map((before) => sql`${lowercase} LIKE ${`${before}${literal}%`}`);
  return sql`(${sql.join(matches, sql` OR `)})`;
}
