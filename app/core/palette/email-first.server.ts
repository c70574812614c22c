import { type SQL, sql } from "drizzle-orm";

/** A whole email address. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The two ways to find records that have an email address. Both select the same columns. */
interface EmailSearch {
  /**
   * Selects those with exactly this address, by an index on the lowercase address. A null `key` is a record that the administrator can't
   * open.
   */
  exact: SQL;
  /** Selects those that have the text anywhere, by an index on trigrams. */
  anywhere: SQL;
}

/**
 * Finds a whole email address by its own index. The trigram index is slow for addresses, because most addresses share their trigrams. It is
 * read only when no record has exactly this address.
 */
export const findEmailFirst = (text: string, { exact, anywhere }: EmailSearch): SQL =>
  ADDRESS.test(text)
    ? sql`WITH exact AS MATERIALIZED (${exact})
        SELECT * FROM exact WHERE key IS NOT NULL
        UNION ALL (SELECT * FROM (${anywhere}) AS parts WHERE NOT EXISTS (SELECT FROM exact))`
    : anywhere;
