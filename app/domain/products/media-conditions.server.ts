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

/** How many pictures a product has. */
export const picturesIn = (media: SQLWrapper): SQL =>
  sql`jsonb_array_length(jsonb_path_query_array(${media}, ${PICTURES}))`;

/** A product's media without an alt text, as JSON in their order. */
export const mediaWithoutAltText = (media: SQLWrapper): SQL =>
  sql`jsonb_path_query_array(${media}, ${WITHOUT_TEXT})`;
