import { isReservedTag } from "~/domain/customers/reserved-tags";
import { parseTags } from "~/domain/invitations/parse-tags";

/** How long the text with a code's tags is at most, in characters. */
export const MAX_TAGS_LENGTH = 8_000;

/** Shopify's limits: 255 characters of a tag, and 250 tags of a customer, of which some are needed for others. */
const MAX_TAG_LENGTH = 255;
const MAX_TAGS = 200;

/** Why a text with tags, separated by commas, can't be the tags of a code; undefined when it can. */
export function codeTagsProblem(text: string): string | undefined {
  const tags = parseTags(text);
  if (text.length > MAX_TAGS_LENGTH)
    return `Enter at most ${MAX_TAGS_LENGTH.toLocaleString("en-US")} characters of tags.`;
  if (tags.length > MAX_TAGS) return `Enter at most ${MAX_TAGS} tags. A customer in Shopify has at most 250.`;
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH))
    return `A tag has at most ${MAX_TAG_LENGTH} characters. Separate tags with commas.`;
  const reserved = tags.find(isReservedTag);
  return reserved && `The tag ${reserved} grants something of its own. Remove it from the code.`;
}
