import { type SQL, sql } from "drizzle-orm";
import { containsIndexed, wordsOf } from "~/core/lists/search.server";

/** What separates the parts of a SKU. */
const SEPARATORS = ["-", "_", ".", "/", " "];

/**
 * Whether a SKU contains each word of a text, in any case. One or two characters match only at the start of the SKU or of one of its
 * parts.
 * @param sku its column, with a trigram index over its lowercase
 */
export const skuContains = (sku: SQL, text: string): SQL =>
  containsIndexed(sql`lower(${sku})`, text, SEPARATORS);

/** The length of the parts that `fivegrams` (migration 0039) makes of a SKU. */
const FIVEGRAM = 5;

/**
 * The same over a table that has each SKU once, with its fivegrams. Most SKUs of a store have most of their trigrams in common, so an
 * index over these reads more the more SKUs there are. Few have five characters in common.
 */
export const storedSkuContains = (text: string): SQL =>
  sql.join([sql`true`, ...wordsOf(text).map(containsWord)], sql` AND `);

const containsWord = (word: string): SQL =>
  [...word].length < FIVEGRAM
    ? skuContains(sql`sku`, word)
    : sql`fivegrams @> fivegrams(${word}) AND strpos(lower(sku), lower(${word})) > 0`;
