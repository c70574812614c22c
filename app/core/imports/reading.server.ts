import { conflict } from "~/platform/errors";
import type { Run } from "./import-handler.server";
import type { ImportKind } from "./import-kind";
import { type ReadRow, rowReader, type SentRow } from "./read-row";

/** How a run's rows are read. @throws 409 before the columns were matched */
export function readingOf(
  kind: ImportKind,
  run: Pick<Run, "mapping" | "blanks" | "columns" | "formats" | "defaults" | "fileName">,
): (row: SentRow) => ReadRow {
  const { mapping, blanks, columns, formats, defaults, fileName } = run;
  if (!mapping || !blanks) throw conflict("Match the columns first. Then send the rows.");
  return rowReader({
    kind,
    columns,
    mapping,
    blanks,
    formats: formats ?? [],
    isWorkbook: isWorkbook(fileName),
    defaults: defaults ?? {},
  });
}

/** By the name, which is stored. A workbook named .csv is refused where it is read. */
export const isWorkbook = (fileName: string): boolean => /\.xlsx?$/i.test(fileName);
