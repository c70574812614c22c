import { z } from "zod";
import { USER_TYPE_NOT_VALID } from "~/domain/invitations/messages";
import { additionalTags, inviteeEmail, inviteeNames } from "~/domain/invitations/person";

/** A person to be invited with a user type. */
export const invitedUser = inviteeNames.extend({
  /** A user type's id, or its name. */
  userType: z
    .union([z.string(), z.number()], USER_TYPE_NOT_VALID)
    .transform((value) => String(value).trim())
    .pipe(z.string().min(1, USER_TYPE_NOT_VALID).max(100, USER_TYPE_NOT_VALID)),
  email: inviteeEmail,
  /** Separated by commas. */
  tags: additionalTags,
});

export type InvitedUser = z.output<typeof invitedUser>;

/** Parsers of spreadsheets send null for an empty cell. */
const cell = z.union([z.string(), z.number()], "must be a text or a number").transform(String).nullish();

/** A row of the bulk invite's spreadsheet, with its own field names or those of a single invitation. */
const sheetRow = z.object({
  first_name: cell,
  firstName: cell,
  last_name: cell,
  lastName: cell,
  email: cell,
  user_type: cell,
  userType: cell,
  tags: cell,
});

/** A row as it is stored. It is validated when the job reaches it, so one invalid row doesn't refuse the others. */
export const writtenUser = sheetRow.transform((row) => ({
  firstName: row.first_name ?? row.firstName ?? "",
  lastName: row.last_name ?? row.lastName ?? "",
  email: row.email ?? "",
  userType: row.user_type ?? row.userType ?? "",
  tags: row.tags ?? "",
}));

export type WrittenUser = z.output<typeof writtenUser>;

export const id = z.uuid("must be the id of an invitation");

export const done = z.object({ status: z.literal(true), msg: z.string() });

const withReason = z.array(z.object({ id: z.string(), why: z.string() }));

export const aboutSeveral = done.extend({
  /** The invitations that it was done with. */
  ids: z.array(z.string()),
  /** Those of them to which no email is on its way, each with the reason in a sentence. */
  notSent: withReason,
  /** The others, each with the reason in a sentence. */
  refused: withReason,
  /** Of a deletion: those that this administrator deleted. Someone else had deleted the others before. */
  undoable: z.array(z.string()).optional(),
});

export type SeveralChanged = z.infer<typeof aboutSeveral>;
