import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A text as a literal part of a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The words of a search, in any order. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Lowered by the database, as what it searches: JavaScript makes other letters of some, such as İ and the last Σ of a word. */
const isLike = (lowercase: SQLWrapper, pattern: string): SQL => sql`${lowercase} LIKE lower(${pattern})`;

/** Whether a lowercase expression contains every word of a text, in any case and order. */
export const contains = (lowercase: SQLWrapper, text: string): SQL =>
  allOf(wordsOf(text).map((word) => isLike(lowercase, `%${escapeLike(word)}%`)));

function allOf(conditions: SQL[]): SQL {
  if (conditions.length === 1 && conditions[0]) return conditions[0];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)})`;
}

/** Shorter texts have no trigram, so an index can't find them inside a word. */
export const MIN_TRIGRAM_LENGTH = 3;

/**
 * Whether a lowercase expression with a trigram index contains every word of a text. A word of one or two characters matches only at
 * the start of the expression or after one of the separators: anywhere, every row would be read.
 */
export const containsIndexed = (lowercase: SQLWrapper, text: string, separators: readonly string[]): SQL =>
  allOf(wordsOf(text).map((word) => containsIndexedWord(lowercase, word, separators)));

function containsIndexedWord(lowercase: SQLWrapper, word: string, separators: readonly string[]): SQL {
  if ([...word].length >= MIN_TRIGRAM_LENGTH) return contains(lowercase, word);
  const literal = escapeLike(word);
  const patterns = ["", ...separators.map((separator) => `%${escapeLike(separator)}`)];
  const matches = patterns.map((before) => isLike(lowercase, `${before}${literal}%`));
  return sql`(${sql.join(matches, sql` OR `)})`;
}
