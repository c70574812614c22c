import { MTD_NOT_ALLOWED_HERE } from "./messages";
import { type Invitee, invitee, inviteeEmail, inviteeNames } from "./person";

/** A row of a request or a sheet, by the request's field names; missing cells are empty. */
export interface InvitedUserRow {
  id: string;
  version?: number;
  first_name: string;
  last_name: string;
  email: string;
  additional_tags: string;
  mtd_check_box: boolean;
}

/** The headings of each field, without case, spaces and punctuation. */
const MEANINGS: Record<string, Exclude<keyof InvitedUserRow, "mtd_check_box" | "version">> = {
  id: "id",
  firstname: "first_name",
  givenname: "first_name",
  lastname: "last_name",
  familyname: "last_name",
  surname: "last_name",
  email: "email",
  emailaddress: "email",
  mail: "email",
  additionaltags: "additional_tags",
  tags: "additional_tags",
};
const MTD_HEADINGS = ["mtdcheckbox", "mtdusers", "mtd"];

const bare = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const isYes = (value: unknown): boolean => /^(true|1|yes|on|x)$/i.test(String(value ?? "").trim());

/** Reads a row and ignores unknown headings. */
export function readInvitedUserRow(row: Readonly<Record<string, unknown>>): InvitedUserRow {
  const read: InvitedUserRow = {
    id: "",
    first_name: "",
    last_name: "",
    email: "",
    additional_tags: "",
    mtd_check_box: false,
  };
  for (const [heading, value] of Object.entries(row)) {
    const plain = bare(heading);
    const field = Object.hasOwn(MEANINGS, plain) ? MEANINGS[plain] : undefined;
    if (field) read[field] = String(value ?? "").trim();
    else if (MTD_HEADINGS.includes(plain)) read.mtd_check_box = isYes(value);
    else if (plain === "version" && Number.isInteger(Number(value))) read.version = Number(value);
  }
  return read;
}

/** A row's errors: a sentence per field. */
export type RowProblems = { field: string; sentence: string }[];

const FIELD_NAMES: Record<string, string> = {
  firstName: "first_name",
  lastName: "last_name",
  email: "email",
  additionalTags: "additional_tags",
};

interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}
const problemsIn = ({ issues }: Issues): RowProblems =>
  issues.map(({ path, message }) => {
    const name = String(path[0] ?? "");
    return { field: FIELD_NAMES[name] ?? name, sentence: message };
  });

type Checked<Value> = { value: Value } | { problems: RowProblems };

/** Validates a person to invite. @param mtd whether the shop allows MTD users */
export function checkInvitee(row: InvitedUserRow, mtd: { allowed: boolean }): Checked<Invitee> {
  const parsed = invitee.safeParse({
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    additionalTags: row.additional_tags,
  });
  const mtdProblem =
    row.mtd_check_box && !mtd.allowed ? [{ field: "mtd_check_box", sentence: MTD_NOT_ALLOWED_HERE }] : [];
  if (parsed.success && mtdProblem.length === 0)
    return { value: { ...parsed.data, isMtd: row.mtd_check_box } };
  return { problems: [...(parsed.success ? [] : problemsIn(parsed.error)), ...mtdProblem] };
}

/** Validates the names of an invited person; both are required. */
export function checkNames(row: InvitedUserRow): Checked<Pick<Invitee, "firstName" | "lastName">> {
  const parsed = inviteeNames.safeParse({ firstName: row.first_name, lastName: row.last_name });
  return parsed.success ? { value: parsed.data } : { problems: problemsIn(parsed.error) };
}

/** Validates the address of a row with the heading Email. */
export function checkEmail(row: InvitedUserRow): Checked<string> {
  const parsed = inviteeEmail.safeParse(row.email);
  if (parsed.success) return { value: parsed.data };
  return { problems: parsed.error.issues.map(({ message }) => ({ field: "email", sentence: message })) };
}
