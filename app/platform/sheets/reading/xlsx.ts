import { openArchive, readPart } from "./archive";
import { booleanText, isoCellText, NO_RESULT, numberText } from "./cell-text";
import { damaged, SHEET_LIMITS } from "./problem";
import { columnOf, type TakeRow } from "./row";
import { readWorkbookParts, type WorkbookParts } from "./workbook-parts";
import { withoutEscapes, type XmlHandlers, xmlReader } from "./xml";

const PLAIN = { kind: "number" } as const;

/**
 * Reads the first sheet of an xlsx file row by row, as it is unpacked: the memory does not grow with the rows, but for the
 * file's table of texts. (The library `xlsx` builds the whole sheet; decision 15 has the figures.)
 * @throws SheetProblem when it is damaged, locked, a bomb, or no spreadsheet
 */
export async function readXlsx(file: Blob, takeRow: TakeRow): Promise<void> {
  const archive = await openArchive(file);
  const parts = await readWorkbookParts(archive);
  const reader = xmlReader(rowHandlers(parts, takeRow));
  await readPart(parts.sheet, SHEET_LIMITS.unpackedBytes, reader.take);
  reader.end();
}

/** Handles the relevant elements of a sheet: row, c (a cell), f (its formula), v (its value), is/t (its inline text). */
function rowHandlers(parts: WorkbookParts, takeRow: TakeRow): XmlHandlers {
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = "";
  let style = 0;
  let value: string | null = null;
  let inline: string | null = null;
  let hasFormula = false;
  let target: "value" | "inline" | null = null;
  let isPhonetic = false;
  /** A cell has one value: its inline text where its type says so, or where it has nothing else. */
  const textOfCell = () => {
    if (inline !== null && (type === "inlineStr" || value === null)) return withoutEscapes(inline);
    if (hasFormula && !value && (value === null || type !== "str")) return NO_RESULT;
    return value ? textOf(type, value, style, parts) : "";
  };
  return {
    open(name, attributes) {
      if (name === "c") {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        if (column < 0) throw damaged();
        type = attributes.t ?? "n";
        style = Number(attributes.s ?? 0);
        value = null;
        inline = null;
        hasFormula = false;
      } else if (name === "v") {
        value = "";
        target = "value";
      } else if (name === "f") hasFormula = true;
      else if (name === "t") {
        inline ??= "";
        target = isPhonetic ? null : "inline";
      } else if (name === "rPh") isPhonetic = true;
      else if (name === "row") {
        const number = attributes.r === undefined ? row + 1 : Number(attributes.r);
        if (!Number.isInteger(number) || number <= row || number > 1_048_576) throw damaged();
        row = number;
        cells = [];
        column = -1;
      }
    },
    text(text) {
      if (target === "value") value += text;
      else if (target === "inline") inline += text;
    },
    close(name) {
      if (name === "c") {
        const text = textOfCell();
        // One cell beyond the limit is kept, so that the collector refuses the row.
        if (text !== "") setCell(cells, Math.min(column, SHEET_LIMITS.columns), text);
      } else if (name === "v" || name === "t") target = null;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "row") takeRow({ number: row, cells });
    },
  };
}

function setCell(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push("");
  cells[column] = text;
}

function textOf(type: string, value: string, style: number, parts: WorkbookParts): string {
  switch (type) {
    case "s": {
      const text = parts.texts[Number(value)];
      if (text === undefined) throw damaged();
      return text;
    }
    case "n": {
      const number = Number(value);
      if (Number.isNaN(number)) throw damaged();
      return numberText(number, parts.formats[style] ?? PLAIN, parts.date1904);
    }
    case "b":
      return booleanText(value === "1" || value === "true");
    case "d":
      return isoCellText(value);
    default:
      return withoutEscapes(value);
  }
}
