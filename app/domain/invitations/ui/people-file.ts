import { useState } from "react";
import type { ImportForm } from "~/core/imports/import-form";
import { useOpenImport } from "~/core/imports/ui/useOpenImport";
import { bare } from "~/platform/sheets/reading/headings";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { ReadSheet } from "~/ui/import/reader-messages";
import { SheetReader } from "~/ui/import/sheet-reader";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { NO_EMAIL_COLUMN, NO_EMAIL_HEADER, NO_EMAILS, NO_ROWS } from "../messages";

/** The columns of a bulk invite's spreadsheet, each with a sample value. */
type PeopleColumns = Readonly<Record<string, string>>;

/** The columns for an event. */
export const EVENT_COLUMNS = { first_name: "Ana", last_name: "Martin", email: "ana.martin@example.com" };

/** The columns for invitations by user type. */
export const USER_TYPE_COLUMNS = {
  first_name: "Ann",
  last_name: "Lee",
  email: "ann.lee@example.com",
  user_type: "Distributor",
  tags: "VIP, Trade",
};

/**
 * Reads a bulk invite's spreadsheet in a worker of the page. Only the column "email" is required. The caller closes the reader.
 * @throws SheetProblem with the specification's texts, or with what is wrong with the file
 */
async function openPeopleSheet(
  file: File,
  columns: PeopleColumns,
): Promise<{ sheet: ReadSheet; reader: SheetReader }> {
  const reader = new SheetReader();
  try {
    const sheet = await reader.read(file, Object.keys(columns), () => {});
    const hasEmail = sheet.columns.some(({ heading }) => bare(heading) === "email");
    if (!hasEmail) throw new SheetProblem(NO_EMAIL_HEADER);
    return { sheet, reader };
  } catch (error) {
    reader.close();
    if (!(error instanceof SheetProblem)) throw error;
    if (error.reason === "no rows") throw new SheetProblem(NO_ROWS);
    throw error.reason === "no headings" ? new SheetProblem(NO_EMAIL_HEADER) : error;
  }
}

/** Downloads `sample_file.xlsx`: a header row and an example. */
export async function saveSampleFile(columns: PeopleColumns): Promise<void> {
  const [{ toXlsx }, { XLSX }] = await Promise.all([loadWorkbook(), import("~/platform/sheets/spreadsheet")]);
  const titles = Object.keys(columns).map((title) => ({ title, width: 24 }));
  const sheet = { name: "Invite users", columns: titles, rows: [Object.values(columns)] };
  saveFile("sample_file.xlsx", toXlsx(sheet), XLSX);
}

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

interface InviteSheetOptions {
  form: ImportForm;
  /** The columns of the screen's sample file. */
  columns: PeopleColumns;
  /** What holds for all rows. */
  given?: Readonly<Record<string, string>>;
  /** What is wrong with a file, in a sentence; null for what has no sentence of its own. */
  onProblem(sentence: string | null): void;
}

/** Takes a spreadsheet of people to invite from a screen's own button to the import that invites them. */
export function useInviteSheet({ form, columns, given = {}, onProblem }: InviteSheetOptions) {
  const { create, unanswered, isCreating, refused } = useOpenImport(form, given, {
    action: `${form.path}/import`,
  });
  const [isReading, setReading] = useState(false);
  return {
    isBusy: isReading || isCreating,
    refused,
    /** The file of a lost response. Null without one. */
    unanswered: isReading ? null : unanswered,
    read(file: File): void {
      setReading(true);
      openPeopleSheet(file, columns)
        .then(({ sheet, reader }) => create(sheet, reader))
        .catch((error: unknown) => onProblem(error instanceof SheetProblem ? error.message : null))
        .finally(() => setReading(false));
    },
  };
}
