import { XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-workbook";
import { saveFile } from "~/ui/save-file";
import type { ImportField, ImportKind } from "../import-kind";

/** A value that each kind of field takes. */
const EXAMPLES: Record<ImportField["kind"], string> = {
  email: "ann.lee@example.com",
  date: "09/01/2026",
  digits: "9500",
  money: "12.50",
  consent: "Yes",
  text: "",
  tags: "",
  choice: "",
};

const exampleOf = ({ kind, choices }: ImportField) => choices?.[0] ?? EXAMPLES[kind];

/** Gives the person a file with the headings of everything that can be imported, and one row that shows how values are written. */
export async function saveSample(kind: ImportKind): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  const sheet = {
    name: `Sample ${kind.noun.many}`,
    columns: kind.fields.map(({ label }) => ({ title: label, width: Math.max(14, label.length + 2) })),
    rows: [kind.fields.map(exampleOf)],
  };
  saveFile(`Sample_${kind.id}.xlsx`, toXlsx(sheet), XLSX);
}
