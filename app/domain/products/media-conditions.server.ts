import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// Two indexes have these conditions (`tables.server.ts`). PostgreSQL uses them only for the same expressions, so no value is a parameter.

/** Files that Shopify couldn't read aren't shown anywhere. */
const IS_SHOWN = `@.status != "FAILED"`;
const PICTURES = sql.raw(`'$[*] ? (@.type == "IMAGE" && ${IS_SHOWN})'`);
const WITHOUT_TEXT = sql.raw(`'$[*] ? (${IS_SHOWN} && !(@.alt like_regex "[^[:space:]]"))'`);

/** What is archived is no longer sold, so that its media need no work. */
const isSold = (status: SQLWrapper): SQL => sql`${status} <> 'ARCHIVED'`;

/** Whether a product that isn't archived has no picture. @param media the mirror's column */
export const lacksPictures = (media: SQLWrapper, status: SQLWrapper): SQL =>
  sql`${isSold(status)} AND NOT jsonb_path_exists(${media}, ${PICTURES})`;

/** Whether a product that isn't archived has pictures, videos or models without an alt text. @param media the mirror's column */
export const lacksAltTexts = (media: SQLWrapper, status: SQLWrapper): SQL =>
  sql`${isSold(status)} AND jsonb_path_exists(${media}, ${WITHOUT_TEXT})`;

// Subqueries, which PostgreSQL takes for expensive: it reads them for the rows of a page only, not for all rows before it sorts them.

/** How many pictures a product has. */
export const picturesIn = (media: SQLWrapper): SQL =>
  sql`(SELECT count(*)::int FROM jsonb_path_query(${media}, ${PICTURES}))`;

/** How many of a product's media have no alt text. */
export const withoutAltTextIn = (media: SQLWrapper): SQL =>
  sql`(SELECT count(*)::int FROM jsonb_path_query(${media}, ${WITHOUT_TEXT}))`;

/** The address of a small picture of its first media that has one. Null without one. */
export const firstPreviewIn = (media: SQLWrapper): SQL =>
  sql`(SELECT (array_agg(url #>> '{}'))[1] FROM jsonb_path_query(${media}, '$[*].previewUrl ? (@ != null)') AS url)`;
