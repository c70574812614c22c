import { badRequest, Refusal } from "~/platform/errors";
import { ADDRESS_REPEATED, INVITATION_REPEATED } from "./messages";
import type { InvitedRows } from "./row";
import type { RowProblems } from "./sheet-row";

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
