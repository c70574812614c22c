import { z } from "zod";
import { EMAIL_NOT_VALID } from "~/domain/invitations/messages";
import { MAX_MAIL_ADDRESS_LENGTH } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";

/** What is longer than any address is cut to what still is, and fails in its own row. */
const writtenEmail = z
  .string(EMAIL_NOT_VALID)
  .transform((email) => cleanIdentifier(email).slice(0, MAX_MAIL_ADDRESS_LENGTH + 1));

/** Parsers of spreadsheets send null for an empty cell. */
const name = z
  .string()
  .nullish()
  .transform((written) => written ?? undefined);

/** One person as the specification's two texts spell them: in either case, or as a plain address. */
export const written = z.union(
  [
    writtenEmail.transform((email) => ({ email })),
    z
      .looseObject({
        email: writtenEmail,
        firstName: name,
        lastName: name,
        first_name: name,
        last_name: name,
      })
      .transform(({ email, firstName, lastName, first_name, last_name }) => ({
        email,
        firstName: firstName ?? first_name,
        lastName: lastName ?? last_name,
      })),
  ],
  "must be an email address, or an object with email, firstName and lastName",
);

export type WrittenPerson = z.output<typeof written>;
