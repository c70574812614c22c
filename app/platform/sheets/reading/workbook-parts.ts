import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-native.js";
import { SSF } from "xlsx";
import { type Archive, readPart } from "./archive";
import { type NumberFormat, numberFormat } from "./cell-text";
import { damaged, SHEET_LIMITS, SheetProblem } from "./problem";
import { withoutEscapes, type XmlHandlers, xmlReader } from "./xml";

/** What the cells of the first sheet need to be read. */
export interface WorkbookParts {
  sheet: FileEntry;
  texts: readonly string[];
  /** By the number that a cell names as its style. */
  formats: readonly NumberFormat[];
  date1904: boolean;
}

/** Finds the first sheet that is not hidden, and reads the texts and formats that its cells refer to. */
export async function readWorkbookParts(archive: Archive): Promise<WorkbookParts> {
  const root = await relations(archive, "_rels/.rels", "");
  const bookPath = [...root.values()].find(({ type }) => type.endsWith("/officeDocument"))?.target;
  const book = archive.get(bookPath ?? "xl/workbook.xml");
  if (!book || !bookPath?.endsWith(".xml")) throw notXlsx(archive);
  const folder = bookPath.slice(0, bookPath.lastIndexOf("/") + 1);
  const name = bookPath.slice(folder.length);
  const parts = await relations(archive, `${folder}_rels/${name}.rels`, folder);
  const { sheets, date1904 } = await readBook(book);
  const worksheets = sheets.filter(({ id }) => parts.get(id)?.type.endsWith("/worksheet"));
  const first = worksheets.find(({ hidden }) => !hidden) ?? worksheets[0];
  const sheet = first && archive.get(parts.get(first.id)?.target ?? "");
  if (!sheet) throw damaged();
  const partOf = (type: string) =>
    archive.get([...parts.values()].find((part) => part.type.endsWith(type))?.target ?? "");
  return {
    sheet,
    date1904,
    texts: await readTexts(partOf("/sharedStrings")),
    formats: await readFormats(partOf("/styles")),
  };
}

function notXlsx(archive: Archive): SheetProblem {
  if (archive.has("mimetype") || archive.has("xl/workbook.bin")) {
    return new SheetProblem(
      "This kind of spreadsheet can't be read. Save it as xlsx, and choose the new file.",
    );
  }
  return new SheetProblem(
    "This isn't a spreadsheet. Choose a csv, xls or xlsx file; only its first sheet is read.",
  );
}

interface Relation {
  type: string;
  /** Path of the part, in lower case. */
  target: string;
}

async function relations(archive: Archive, path: string, folder: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  const part = archive.get(path.toLowerCase());
  if (!part) throw notXlsx(archive);
  await readXml(part, SHEET_LIMITS.smallPartBytes, {
    open(name, { Id, Type, Target }) {
      if (name !== "Relationship" || !Id || !Type || !Target) return;
      const target = Target.startsWith("/")
        ? Target.slice(1)
        : new URL(Target, `http://x/${folder}`).pathname.slice(1);
      found.set(Id, { type: Type, target: target.toLowerCase() });
    },
  });
  return found;
}

async function readBook(part: FileEntry) {
  const sheets: { id: string; hidden: boolean }[] = [];
  let date1904 = false;
  await readXml(part, SHEET_LIMITS.smallPartBytes, {
    open(name, attributes, resolve) {
      if (name === "workbookPr") date1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = resolve("/relationships", "id") ?? "";
      sheets.push({ id, hidden: (attributes.state ?? "visible") !== "visible" });
    },
  });
  return { sheets, date1904 };
}

async function readTexts(part: FileEntry | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!part) return texts;
  let text = "";
  let isText = false;
  let isPhonetic = false;
  await readXml(part, SHEET_LIMITS.sharedTextBytes, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isText = !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === "si") texts.push(withoutEscapes(text));
      else if (name === "rPh") isPhonetic = false;
      else if (name === "t") isText = false;
    },
  });
  return texts;
}

async function readFormats(part: FileEntry | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (!part) return formats;
  const codes = new Map<number, string>(
    Object.entries<string>(SSF.get_table()).map(([id, code]) => [Number(id), code]),
  );
  let areCellFormats = false;
  await readXml(part, SHEET_LIMITS.smallPartBytes, {
    open(name, { numFmtId, formatCode }) {
      if (name === "numFmt") codes.set(Number(numFmtId), formatCode ?? "General");
      else if (name === "cellXfs") areCellFormats = true;
      else if (name === "xf" && areCellFormats)
        formats.push(numberFormat(codes.get(Number(numFmtId)) ?? "General"));
    },
    close(name) {
      if (name === "cellXfs") areCellFormats = false;
    },
  });
  return formats;
}

async function readXml(part: FileEntry, most: number, handlers: XmlHandlers): Promise<void> {
  const reader = xmlReader(handlers);
  await readPart(part, most, reader.take);
  reader.end();
}
