import { CFB } from "xlsx";
import { encodingOfCodePage, type TextEncodingName } from "./text-encodings";

const BEGIN = 0x0809;
const END = 0x000a;
const CODE_PAGE = 0x0042;
const HEADER_BYTES = 4;
/** The version of Excel 97 and later, which writes Unicode. */
const BIFF8 = 0x0600;

/** What the records of an xls file say about it. */
export interface XlsRecords {
  /** The encoding of its texts. Null where they are Unicode. Undefined for a code page that isn't known. */
  encoding: TextEncodingName | null | undefined;
}

/**
 * Looks whether the records of an xls file follow each other as they should: the library that reads them would go on through
 * megabytes of nonsense. Each sheet is a chain of records from a beginning to an end.
 * @returns null for a broken chain
 */
export function readXlsRecords(file: ReturnType<typeof CFB.read>): XlsRecords | null {
  const stream = CFB.find(file, "/Workbook") ?? CFB.find(file, "/Book");
  if (!stream) return null;
  const content = Uint8Array.from(stream.content as ArrayLike<number>);
  const view = new DataView(content.buffer);
  const walk: Walk = { position: 0, codePage: null };
  const isUnicode = view.byteLength > 6 && view.getUint16(HEADER_BYTES, true) >= BIFF8;
  let chains = 0;
  // The rest of the file is padding.
  while (typeAt(view, walk.position) === BEGIN) {
    if (!isSoundChain(view, walk)) return null;
    chains += 1;
  }
  if (chains === 0) return null;
  const { codePage } = walk;
  return { encoding: isUnicode ? null : codePage === null ? "windows-1252" : encodingOfCodePage(codePage) };
}

interface Walk {
  position: number;
  /** The number in the first record that names it. */
  codePage: number | null;
}

function isSoundChain(view: DataView, walk: Walk): boolean {
  let depth = 0;
  for (;;) {
    const type = typeAt(view, walk.position);
    // Nothing, or a record of no kind: the chain is broken.
    if (!type) return false;
    const content = walk.position + HEADER_BYTES;
    if (type === CODE_PAGE && content + 2 <= view.byteLength) walk.codePage ??= view.getUint16(content, true);
    walk.position = content + view.getUint16(walk.position + 2, true);
    if (type === BEGIN) depth += 1;
    else if (type === END) depth -= 1;
    if (depth === 0) return true;
  }
}

const typeAt = (view: DataView, position: number): number | null =>
  position + HEADER_BYTES <= view.byteLength ? view.getUint16(position, true) : null;
