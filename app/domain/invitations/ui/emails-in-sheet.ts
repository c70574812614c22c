import { bare } from "~/platform/sheets/reading/headings";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import { NO_EMAIL_COLUMN, NO_EMAILS } from "../messages";

/**
 * The addresses in the column Email of a parsed sheet, without blank cells.
 * @throws SheetProblem where there is no such column, or nothing in it
 */
export async function emailsInSheet(sheet: ReadSheet, reader: SheetReader): Promise<string[]> {
  const column = sheet.columns.findIndex(({ heading }) => bare(heading) === "email");
  if (column < 0) throw new SheetProblem(NO_EMAIL_COLUMN);
  const emails: string[] = [];
  for await (const { cells } of reader.rows(sheet)) {
    const email = cells[column]?.trim();
    if (email) emails.push(email);
  }
  if (emails.length === 0) throw new SheetProblem(NO_EMAILS);
  return emails;
}
