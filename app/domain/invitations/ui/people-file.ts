import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { SheetRow } from "~/platform/sheets/reading/row";
import type { ReadSheet } from "~/ui/import/reader-messages";
import { SheetReader } from "~/ui/import/sheet-reader";
import { saveFile } from "~/ui/save-file";

/** The specification's texts (section 5 and 8 of the second text). */
const NO_ROWS = "No rows found in Excel file";
const NO_EMAIL_HEADER = 'Excel should have "email" header. Check the sample file.';

/** The columns of the sample file, and of what is read. */
const COLUMNS = ["first_name", "last_name", "email"] as const;

/** Somebody in a file, as it has them. */
export type PersonInFile = Record<(typeof COLUMNS)[number], string>;

/**
 * Reads the people of a spreadsheet's first sheet, in a worker; only the column "email" has to be there.
 * @throws SheetProblem with a sentence for the person, in the specification's words where it has some
 */
export async function readPeopleFile(file: File): Promise<PersonInFile[]> {
  const reader = new SheetReader();
  try {
    const sheet = await reader.read(file, COLUMNS, () => {});
    const places = COLUMNS.map((column) =>
      sheet.columns.findIndex(({ heading }) => plain(heading) === plain(column)),
    );
    if (places[COLUMNS.indexOf("email")] === -1) throw new SheetProblem(NO_EMAIL_HEADER);
    const people = (await rowsOf(sheet, reader)).map(({ cells }) => {
      const values = COLUMNS.map((column, index) => [column, (cells[places[index] ?? -1] ?? "").trim()]);
      return Object.fromEntries(values) as PersonInFile;
    });
    const named = people.filter(({ email }) => email !== "");
    if (named.length === 0) throw new SheetProblem(NO_ROWS);
    return named;
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    if (error.reason === "no rows") throw new SheetProblem(NO_ROWS);
    if (error.reason === "no headings") throw new SheetProblem(NO_EMAIL_HEADER);
    throw error;
  } finally {
    reader.close();
  }
}

/** Without what people write differently: capitals, spaces and signs. */
const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, "");

async function rowsOf({ slices }: ReadSheet, reader: SheetReader): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for (let index = 0; index < slices; index += 1)
    rows.push(...(JSON.parse(new TextDecoder().decode(await reader.slice(index))) as SheetRow[]));
  return rows;
}

/** Gives the person the sample file: one row of headings and one of an example. */
export async function saveSampleFile(): Promise<void> {
  const [{ toXlsx }, { XLSX }] = await Promise.all([
    import("~/platform/sheets/workbook"),
    import("~/platform/sheets/spreadsheet"),
  ]);
  const columns = COLUMNS.map((title) => ({ title, width: 24 }));
  const rows = [["Ana", "Martin", "ana.martin@example.com"]];
  saveFile("sample_file.xlsx", toXlsx({ name: "Sample", columns, rows }), XLSX);
}
