import { z } from "zod";
import { isRegistrationTag } from "~/domain/customers/reserved-tags";
import { oneLine } from "~/platform/mail-address";
import { TAGS_NOT_VALID, USER_TYPE_NOT_VALID } from "../messages";
import { additionalTags } from "../person";

export const MAX_USER_TYPE_NAME_LENGTH = 100;
export const MAX_USER_TYPE_TAGS_LENGTH = 500;

const TAGS_TOO_LONG = `${TAGS_NOT_VALID} The tags can have at most ${MAX_USER_TYPE_TAGS_LENGTH} characters in total.`;

const NAME_TAKEN = "Students and staff register themselves and can't be invited.";

/** The customer tag that holds the user type. */
export const userTypeTag = (name: string): string => `UserType:${name}`;

/** A user type's fields as entered. */
export const userTypeWords = z.object({
  /** It becomes part of a tag, so it has no comma. It isn't a number, because numbers in a sheet are ids. */
  name: z
    .string(USER_TYPE_NOT_VALID)
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(1, USER_TYPE_NOT_VALID)
        .max(
          MAX_USER_TYPE_NAME_LENGTH,
          `${USER_TYPE_NOT_VALID} It may have ${MAX_USER_TYPE_NAME_LENGTH} characters.`,
        )
        .refine((name) => !name.includes(","), `${USER_TYPE_NOT_VALID} It can't contain a comma.`)
        .refine((name) => !isRegistrationTag(userTypeTag(name)), `${USER_TYPE_NOT_VALID} ${NAME_TAKEN}`)
        .refine((name) => !/^\d+$/.test(name), `${USER_TYPE_NOT_VALID} It can't be a number.`),
    ),
  /** The tags granted on acceptance, separated by commas and stored as entered. */
  tags: z
    .string(TAGS_NOT_VALID)
    .max(MAX_USER_TYPE_TAGS_LENGTH, TAGS_TOO_LONG)
    .superRefine((text, refused) => {
      const read = additionalTags.safeParse(text);
      if (!read.success) refused.addIssue(read.error.issues[0]?.message ?? TAGS_NOT_VALID);
    })
    .transform(oneLine)
    .default(""),
});
export type UserTypeWords = z.output<typeof userTypeWords>;
