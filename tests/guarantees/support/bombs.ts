import { CFB } from "xlsx";
import { partsAround, workbookFile, xlsxOfRows, zipFile } from "../../support/spreadsheets.ts";

/** A file made to harm who reads it. */
export interface Bomb {
  kind: string;
  name: string;
  make(): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
}

const MB = 1_000_000;
const spaces = (length: number) => " ".repeat(length);
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
const HEADING = `<row r="1"><c r="A1" t="str"><v>Email</v></c></row>`;
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

const xlsx = (kind: string, parts: () => Record<string, string>): Bomb => ({
  kind,
  name: "bomb.xlsx",
  make: async () => bytesOf(await zipFile(parts())),
});
const rowsBomb = (kind: string, rows: () => string): Bomb => xlsx(kind, () => partsAround(sheetOf(rows())));
const csv = (kind: string, text: () => string): Bomb => ({
  kind,
  name: "bomb.csv",
  make: () => new TextEncoder().encode(text()),
});
/** A good file in which the sizes that it declares are changed. */
const lying = (kind: string, declared: number): Bomb => ({
  kind,
  name: "bomb.xlsx",
  async make() {
    const bytes = await bytesOf(await xlsxOfRows(`${HEADING}${spaces(30 * MB)}`));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 30; at++) {
      const signature = view.getUint32(at, true);
      // The size when unpacked, in the file's own header and in the directory.
      if (signature === 0x04034b50 && view.getUint32(at + 22, true) > MB)
        view.setUint32(at + 22, declared, true);
      if (signature === 0x02014b50 && view.getUint32(at + 24, true) > MB)
        view.setUint32(at + 24, declared, true);
    }
    return bytes;
  },
});

const laughs = () => {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  return `<!DOCTYPE x [<!ENTITY l0 "ha">${entities.join("")}]><worksheet><sheetData>&l9;</sheetData></worksheet>`;
};

/** A file of Excel 97 whose sectors follow each other in a circle. */
async function circularXls(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(workbookFile({ One: [["Email"], ["a@x.example"]] }, "biff8"));
  const view = new DataView(bytes.buffer);
  const firstFat = 512 * (view.getUint32(76, true) + 1);
  for (let entry = 0; entry < 20; entry++) view.setUint32(firstFat + entry * 4, entry, true);
  return bytes;
}

function hugeStream(): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/Workbook", new Uint8Array(2 * MB));
  return new Uint8Array(CFB.write(file, { type: "buffer" }) as Buffer);
}

/** Bombs of zip, dimensions, sheets and cells, of at most some ten megabytes each. */
export const BOMBS: readonly Bomb[] = [
  rowsBomb("a sheet of 100 MB of blanks", () => HEADING + spaces(100 * MB)),
  rowsBomb("700 MB of blanks", () => HEADING + spaces(500 * MB)),
  xlsx("texts of 50 MB", () =>
    partsAround(sheetOf(HEADING), {
      "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(50 * MB)}</t></si></sst>`,
    }),
  ),
  xlsx("a part beside the sheet of 50 MB", () =>
    partsAround(sheetOf(HEADING), { "xl/media/a.xml": spaces(50 * MB) }),
  ),
  xlsx("formats of 30 MB", () =>
    partsAround(sheetOf(HEADING), {
      "xl/styles.xml": `<styleSheet><cellXfs>${`<xf numFmtId="14"/>`.repeat(1_500_000)}</cellXfs></styleSheet>`,
    }),
  ),
  lying("a zip that says it is small", 100),
  lying("a zip that says it is empty", 0),
  lying("a zip that says it is endless", 0xffff_fffe),
  xlsx("6,000 parts", () => ({
    ...partsAround(sheetOf(HEADING)),
    ...Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`xl/p${index}.xml`, "x"])),
  })),
  xlsx("200,000 sheets", () =>
    partsAround(sheetOf(HEADING), {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${Array.from({ length: 200_000 }, (_, index) => `<sheet name="s${index}" sheetId="${index}" r:id="r${index}"/>`).join("")}</sheets></workbook>`,
    }),
  ),
  {
    kind: "a zip within a zip",
    name: "bomb.xlsx",
    make: async () =>
      bytesOf(
        await zipFile({
          "a.zip": new TextDecoder("latin1").decode(await bytesOf(await zipFile({ a: spaces(10 * MB) }))),
        }),
      ),
  },
  xlsx("entities that grow", () => partsAround(laughs())),
  xlsx("elements in elements, a million deep", () => partsAround("<a>".repeat(MB))),
  xlsx("an attribute of 5 MB", () => partsAround(`<worksheet a="${"ab".repeat(2.5 * MB)}"/>`)),
  xlsx("a comment of 100 MB", () => partsAround(`<worksheet><!--${spaces(100 * MB)}--></worksheet>`)),
  xlsx("a name of 7 MB", () => partsAround(`<${"a".repeat(7 * MB)}/>`)),
  xlsx("a sheet that is its own relation", () =>
    partsAround(sheetOf(HEADING), {
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="workbook.xml"/></Relationships>`,
    }),
  ),
  rowsBomb("16,384 columns", () => `<row r="1">${`<c t="str"><v>x</v></c>`.repeat(16_384)}</row>`),
  rowsBomb(
    "150,000 rows",
    () => HEADING + Array.from({ length: 150_000 }, () => `<row><c t="str"><v>x</v></c></row>`).join(""),
  ),
  rowsBomb("a million empty rows", () => HEADING + "<row/>".repeat(1_100_000)),
  rowsBomb("a cell in the last column", () => `${HEADING}<row r="2"><c r="XFD2" t="str"><v>x</v></c></row>`),
  rowsBomb(
    "a row with the number 4 billion",
    () => `${HEADING}<row r="4294967295"><c t="str"><v>x</v></c></row>`,
  ),
  rowsBomb("a cell of 5 MB", () => `<row r="1"><c t="str"><v>${"ab1".repeat(1.7 * MB)}</v></c></row>`),
  rowsBomb(
    "a number of a million digits",
    () => `${HEADING}<row r="2"><c><v>${"9".repeat(MB)}</v></c></row>`,
  ),
  { kind: "an old file whose sectors go in a circle", name: "bomb.xls", make: circularXls },
  { kind: "an old file of zeros", name: "bomb.xls", make: hugeStream },
  csv("a line of 15 MB", () => "x".repeat(15 * MB)),
  csv("15 million columns", () => ",".repeat(15 * MB)),
  csv("a million rows", () => "x@x.example,Ann\n".repeat(MB)),
  csv("a quotation mark that never closes", () => `Email,Name\n"${"x,\n".repeat(5 * MB)}`),
  csv("51 MB", () => "x".repeat(53 * MB)),
];
