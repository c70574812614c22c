import { bare } from "~/platform/sheets/reading/headings";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { SheetRow } from "~/platform/sheets/reading/row";
import type { ReadSheet } from "~/ui/import/reader-messages";
import { SheetReader } from "~/ui/import/sheet-reader";
import { MOST_INVITED_AT_ONCE, NO_EMAIL_HEADER, NO_ROWS, tooManyInvited } from "../messages";

/** The columns of the bulk invite's spreadsheet (section 3 of the third specification text). */
export const SHEET_COLUMNS = ["first_name", "last_name", "email", "user_type", "tags"] as const;

/** The people of a sheet: each row by the columns that the sheet has. */
export interface PeopleSheet {
  fileName: string;
  people: Record<string, string>[];
  /** Columns that the sheet does not have. */
  missing: string[];
}

/**
 * Reads the people of a bulk invite's spreadsheet, in a worker of the page.
 * @throws SheetProblem with the specification's texts, or with what is wrong with the file
 */
export async function readPeople(file: File): Promise<PeopleSheet> {
  const reader = new SheetReader();
  try {
    const sheet = await reader.read(file, SHEET_COLUMNS, () => {});
    return await peopleIn(sheet, reader);
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    if (error.reason === "no rows") throw new SheetProblem(NO_ROWS);
    throw error.reason === "no headings" ? new SheetProblem(NO_EMAIL_HEADER) : error;
  } finally {
    reader.close();
  }
}

async function peopleIn(sheet: ReadSheet, reader: SheetReader): Promise<PeopleSheet> {
  const headings = sheet.columns.map(({ heading }) => bare(heading));
  const places = SHEET_COLUMNS.map((name) => ({ name, place: headings.indexOf(bare(name)) }));
  const missing = places.filter(({ place }) => place < 0).map(({ name }): string => name);
  if (missing.includes("email")) throw new SheetProblem(NO_EMAIL_HEADER);
  if (sheet.rows > MOST_INVITED_AT_ONCE) throw new SheetProblem(tooManyInvited);
  const present = places.filter(({ place }) => place >= 0);
  const people: PeopleSheet["people"] = [];
  for (let index = 0; index < sheet.slices; index += 1) {
    const rows = JSON.parse(new TextDecoder().decode(await reader.slice(index))) as SheetRow[];
    for (const { cells } of rows)
      people.push(Object.fromEntries(present.map(({ name, place }) => [name, (cells[place] ?? "").trim()])));
  }
  return { fileName: sheet.fileName, people, missing };
}
