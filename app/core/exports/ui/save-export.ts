import { CSV, CSV_BEGIN, csvLines } from "~/platform/sheets/csv-text";
import { type FileFormat, XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import type { Exported } from "../list-export.server";

/** Writes the rows of an export as a file, in the browser. A CSV file has no lines above the titles. @param exported its JSON */
export async function saveExport(exported: string, format: FileFormat): Promise<void> {
  const { data, frame, fileName }: Exported = JSON.parse(exported);
  const titles = frame.columns.map(({ title }) => title);
  const rows = data.map((row) => titles.map((title) => row[title] ?? ""));
  if (format === "csv") {
    const text = CSV_BEGIN + csvLines([titles, ...rows]);
    saveFile(fileName.replace(/xlsx$/, "csv"), new Blob([text]), CSV);
    return;
  }
  const { toXlsx } = await loadWorkbook();
  saveFile(fileName, toXlsx({ ...frame, rows }), XLSX);
}
