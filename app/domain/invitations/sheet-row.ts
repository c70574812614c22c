import { badRequest, Refusal } from "~/platform/errors";
import { ADDRESS_REPEATED, INVITATION_REPEATED, MTD_NOT_ALLOWED_HERE } from "./messages";
import { type Invitee, invitee, inviteeEmail, inviteeNames } from "./person";
import type { InvitedRows } from "./row";

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
    // `Number` would read a blank cell as version 0.
    else if (plain === "version" && /^\d+$/.test(String(value ?? "").trim())) read.version = Number(value);
  }
  return read;
}

/** A row's errors: a sentence per field. */
type RowProblems = { field: string; sentence: string }[];

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

/** The first row of a sheet is its header. */
const FIRST_ROW = 2;

/** Combines a row's problems into a refusal. */
export const rowRefused = (problems: RowProblems): Refusal =>
  badRequest(
    problems.map(({ sentence }) => sentence).join(" "),
    Object.fromEntries(problems.map(({ field, sentence }) => [field, sentence])),
  );

/** Refuses an address that an earlier row of the request has. */
export const oncePerAddress = () => onceEach("email", ADDRESS_REPEATED);

/** Refuses an invitation that an earlier row of the request names. */
export const oncePerInvitation = () => onceEach("id", INVITATION_REPEATED);

function onceEach(field: string, sentence: string): (value: string) => void {
  const seen = new Set<string>();
  return (value) => {
    const same = value.toLowerCase();
    if (seen.has(same)) throw badRequest(sentence, { [field]: sentence });
    seen.add(same);
  };
}

/**
 * Processes rows in order. A refused row doesn't stop the others and is reported with its number and fields. If the only row is
 * refused, so is the request.
 * @returns the results of accepted rows, and the refused ones
 */
export async function workOnRows<Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Result | Promise<Result>,
): Promise<{ done: Result[]; refused: InvitedRows["refused"] }> {
  const done: Result[] = [];
  const refused: InvitedRows["refused"] = [];
  for (const [index, row] of rows.entries()) {
    try {
      done.push(await work(row));
    } catch (error) {
      if (!(error instanceof Refusal) || rows.length === 1) throw error;
      refused.push({ row: index + FIRST_ROW, reasons: reasonsOf(error) });
    }
  }
  return { done, refused };
}

function reasonsOf({ message, fieldErrors }: Refusal): RowProblems {
  const ofFields = Object.entries(fieldErrors ?? {}).map(([field, sentence]) => ({ field, sentence }));
  return ofFields.length > 0 ? ofFields : [{ field: "", sentence: message }];
}
