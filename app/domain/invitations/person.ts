import { z } from "zod";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import {
  EMAIL_NOT_VALID,
  FIRST_NAME_NOT_VALID,
  LAST_NAME_NOT_VALID,
  TAGS_NOT_VALID,
  tagReserved,
} from "./messages";

/** Shopify's own limits of a name and of a tag. */
export const LONGEST_NAME = 255;
const LONGEST_TAG = 255;
const MOST_TAGS = 100;

/** Section 9 of the first specification text: the top-level part has 2 to 15 letters. */
const TOP_LEVEL = /\.\p{L}{2,15}$/u;

/** True for an address that somebody can be invited at (section 5 of the first specification text). */
export const isInvitableAddress = (text: string): boolean => isMailAddress(text) && TOP_LEVEL.test(text);

const name = (problem: string) =>
  z.string(problem).transform(oneLine).pipe(z.string().min(1, problem).max(LONGEST_NAME, problem));

/** The names of somebody invited. */
export const inviteeNames = z.object({
  firstName: name(FIRST_NAME_NOT_VALID),
  lastName: name(LAST_NAME_NOT_VALID),
});

/** An address that somebody can be invited at, without the spaces around it. */
export const inviteeEmail = z
  .string(EMAIL_NOT_VALID)
  .transform((text) => text.trim())
  .refine(isInvitableAddress, EMAIL_NOT_VALID);

/** Tags as they are written into one field: separated by commas, each once. */
export const additionalTags = z
  .string(TAGS_NOT_VALID)
  .default("")
  .transform(tagsIn)
  .refine(
    (tags) => tags.length <= MOST_TAGS && tags.every((tag) => tag.length <= LONGEST_TAG),
    TAGS_NOT_VALID,
  )
  .superRefine((tags, refused) => {
    const reserved = tags.find(isReservedTag);
    if (reserved) refused.addIssue(tagReserved(reserved));
  });

/** The tags in a text, without those that say the same in other capitals. */
export function tagsIn(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(",")) {
    const tag = oneLine(part);
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

/** Somebody to be invited, checked. */
export const invitee = inviteeNames.extend({ email: inviteeEmail, additionalTags });
export type Invitee = z.output<typeof invitee> & {
  /** Retirees only. */
  isMtd?: boolean;
};
