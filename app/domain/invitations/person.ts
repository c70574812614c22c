import { z } from "zod";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";
import {
  EMAIL_NOT_VALID,
  FIRST_NAME_NOT_VALID,
  LAST_NAME_NOT_VALID,
  TAGS_NOT_VALID,
  tagReserved,
} from "./messages";
import { parseTags } from "./parse-tags";

/** Shopify's limits for a name and a tag. */
export const MAX_NAME_LENGTH = 255;
const MAX_TAG_LENGTH = 255;
const MAX_TAGS = 100;

/** The top-level domain has 2 to 15 letters. */
const TOP_LEVEL = /\.\p{L}{2,15}$/u;

/** True for an address that can be invited. */
export const isInvitableAddress = (text: string): boolean => isMailAddress(text) && TOP_LEVEL.test(text);

const name = (problem: string) =>
  z.string(problem).transform(oneLine).pipe(z.string().min(1, problem).max(MAX_NAME_LENGTH, problem));

/** The names of an invited person. */
export const inviteeNames = z.object({
  firstName: name(FIRST_NAME_NOT_VALID),
  lastName: name(LAST_NAME_NOT_VALID),
});

/** An address that can be invited, trimmed. */
export const inviteeEmail = z
  .string(EMAIL_NOT_VALID)
  .transform(cleanIdentifier)
  .refine(isInvitableAddress, EMAIL_NOT_VALID);

/** Comma-separated tags without duplicates. */
export const additionalTags = z
  .string(TAGS_NOT_VALID)
  .nullish()
  .transform((text) => parseTags(text ?? ""))
  .refine(
    (tags) => tags.length <= MAX_TAGS && tags.every((tag) => tag.length <= MAX_TAG_LENGTH),
    TAGS_NOT_VALID,
  )
  .superRefine((tags, refused) => {
    const reserved = tags.find(isReservedTag);
    if (reserved) refused.addIssue(tagReserved(reserved));
  });

/** A validated person to invite. */
export const invitee = inviteeNames.extend({ email: inviteeEmail, additionalTags });
export type Invitee = z.output<typeof invitee> & {
  /** Retirees only. */
  isMtd?: boolean;
};
