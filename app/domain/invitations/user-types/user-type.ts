import { z } from "zod";
import { isRegistrationTag } from "~/domain/customers/reserved-tags";
import { oneLine } from "~/platform/mail-address";
import { TAGS_NOT_VALID, USER_TYPE_NOT_VALID } from "../messages";
import { additionalTags } from "../person";

/** The list of user types: the name under which it refreshes. */
export const USER_TYPES_LIST = "user-types";

export const USER_TYPE_NAME_LENGTH = 100;
/** Section 5 of the third specification text. */
export const USER_TYPE_TAGS_LENGTH = 500;

const TAGS_TOO_LONG = `${TAGS_NOT_VALID} They may have ${USER_TYPE_TAGS_LENGTH} characters together.`;

const NAME_TAKEN = "Students and staff register by themselves, so nobody can be invited as one.";

/** The tag by which a customer carries what type of user they are (section 3 of the first specification text). */
export const userTypeTag = (name: string): string => `UserType:${name}`;

/** A user type as it is written by the person who adds or changes it. */
export const userTypeWords = z.object({
  /** Becomes a part of a tag, so it holds no comma; in a spreadsheet a number means a type's id, so it is none. */
  name: z
    .string(USER_TYPE_NOT_VALID)
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(1, USER_TYPE_NOT_VALID)
        .max(USER_TYPE_NAME_LENGTH, `${USER_TYPE_NOT_VALID} It may have ${USER_TYPE_NAME_LENGTH} characters.`)
        .refine((name) => !name.includes(","), `${USER_TYPE_NOT_VALID} It cannot contain a comma.`)
        .refine((name) => !isRegistrationTag(userTypeTag(name)), `${USER_TYPE_NOT_VALID} ${NAME_TAKEN}`)
        .refine((name) => !/^\d+$/.test(name), `${USER_TYPE_NOT_VALID} It cannot be a number.`),
    ),
  /** What whoever accepts gets, separated by commas; kept as it was written. */
  tags: z
    .string(TAGS_NOT_VALID)
    .max(USER_TYPE_TAGS_LENGTH, TAGS_TOO_LONG)
    .superRefine((text, refused) => {
      const read = additionalTags.safeParse(text);
      if (!read.success) refused.addIssue(read.error.issues[0]?.message ?? TAGS_NOT_VALID);
    })
    .transform(oneLine)
    .default(""),
});
export type UserTypeWords = z.output<typeof userTypeWords>;

/** A user type as the calls answer it (section 3 of the third specification text). */
export const userTypeShape = z.object({
  userTypeID: z.number().int(),
  name: z.string(),
  tags: z.string(),
  /** Nobody edits or deletes it; the account owner says so, and takes it back. */
  readOnly: z.boolean(),
  /** To be sent back with a change. */
  version: z.number().int(),
});
export type UserType = z.infer<typeof userTypeShape>;
