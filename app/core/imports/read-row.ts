import { storableText } from "~/platform/contract/storable-text";
import type { ColumnFormats } from "./column-format";
import type { ImportField, ImportForm } from "./import-form";
import { IMPORT_LIMITS } from "./limits";
import type { Mapping } from "./matching";
import { cellProblem, readCell } from "./read-cell";

/** How the columns of an import are read. */
export interface Reading {
  form: ImportForm;
  columns: readonly string[];
  mapping: Mapping;
  /** What a blank cell of a column that is matched means. */
  blanks: "keep" | "clear";
  /** How the dates and numbers of the columns are written. */
  formats?: ColumnFormats;
  /** The rows are from a workbook. */
  isWorkbook?: boolean;
  /** The values of fields that a row doesn't have. */
  defaults?: Readonly<Record<string, string>>;
}

/** A row of a file as it was sent. */
export interface SentRow {
  number: number;
  cells: readonly string[];
}

/** A row as it was understood. */
export interface ReadRow extends SentRow {
  /** By field. An absent field stays unchanged, and a blank one is cleared. */
  values: Record<string, string>;
  identity: string | null;
  problems: { field: string; sentence: string }[];
  /** What is worth a look, but refuses nothing. */
  remarks: { field: string; sentence: string }[];
}

/** What is read alike for each row of an import, found once. */
export function rowReader({
  form,
  columns,
  mapping,
  blanks,
  formats = [],
  isWorkbook,
  defaults = {},
}: Reading): (row: SentRow) => ReadRow {
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const matched = mapping.flatMap((name, column) => {
    const field = name === null ? undefined : fields.get(name);
    return field ? [{ field, column }] : [];
  });
  const limits = new Map(matched.map(({ field, column }) => [column, limitOf(field)]));
  const named = columns.findLastIndex((heading, column) => heading !== "" || mapping[column] != null);
  return ({ number, cells }) => {
    const values: Record<string, string> = {};
    const problems: ReadRow["problems"] = [];
    const remarks: ReadRow["remarks"] = [];
    const filled = cells.findLastIndex((text) => text.trim() !== "");
    if (filled > named)
      remarks.push({
        field: "",
        sentence: `This row has ${filled + 1} cells, and there are ${named + 1} headings. Look whether a comma or a quotation mark moved its values.`,
      });
    for (const { field, column } of matched) {
      const text = cells[column] ?? "";
      const sentence = cellProblem(text, columns[column] || `column ${column + 1}`, limits.get(column));
      if (sentence) problems.push({ field: field.name, sentence });
      else if (text.trim() === "") readBlank(field, blanks, values, problems);
      else {
        const read = readCell(field, text, formats[column] ?? null, isWorkbook);
        if ("value" in read) {
          values[field.name] = read.value;
          for (const sentence of read.remarks ?? []) remarks.push({ field: field.name, sentence });
        } else problems.push({ field: field.name, sentence: read.problem });
      }
    }
    for (const [name, value] of Object.entries(defaults)) values[name] ||= value;
    // No more is kept of a cell than could ever be imported, also of a column that is left out. A cut emoji can't be stored.
    const cutCells = cells.map((text, column) =>
      storableText(text.slice(0, limits.get(column) ?? IMPORT_LIMITS.cell)),
    );
    const identity = values[form.duplicates.by] ?? null;
    return {
      number,
      cells: cutCells,
      values,
      identity: form.duplicates.ignoreCase ? (identity?.toLowerCase() ?? null) : identity,
      problems,
      remarks,
    };
  };
}

/** Characters of a field's cells. A customer's tags can have more than any other field. */
const limitOf = ({ maxLength = 0 }: ImportField): number => Math.max(IMPORT_LIMITS.cell, maxLength);

function readBlank(
  field: ImportField,
  blanks: Reading["blanks"],
  values: Record<string, string>,
  problems: ReadRow["problems"],
): void {
  const { name, label, kind, isRequired } = field;
  if (isRequired) problems.push({ field: name, sentence: `${label} is missing. Fill it in.` });
  // Tags are only ever added, and a status only ever given: there is nothing to clear.
  else if (blanks === "clear" && kind !== "tags" && kind !== "choice") values[name] = "";
}
