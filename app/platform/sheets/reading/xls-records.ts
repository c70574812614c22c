import { CFB } from "xlsx";

const BEGIN = 0x0809;
const END = 0x000a;
const HEADER_BYTES = 4;

/**
 * Whether the records of a file of Excel 97 to 2003 follow each other as they should: the library that reads them would go on
 * through megabytes of nonsense. Each sheet is a chain of records from a beginning to an end.
 */
export function hasSoundRecords(file: ReturnType<typeof CFB.read>): boolean {
  const stream = CFB.find(file, "/Workbook") ?? CFB.find(file, "/Book");
  if (!stream) return false;
  const content = Uint8Array.from(stream.content as ArrayLike<number>);
  const view = new DataView(content.buffer);
  const at = { position: 0 };
  let chains = 0;
  // The rest of the file is padding.
  while (typeAt(view, at.position) === BEGIN) {
    if (!isSoundChain(view, at)) return false;
    chains += 1;
  }
  return chains > 0;
}

function isSoundChain(view: DataView, at: { position: number }): boolean {
  let depth = 0;
  for (;;) {
    const type = typeAt(view, at.position);
    // Nothing, or a record of no kind: the chain is broken.
    if (!type) return false;
    at.position += HEADER_BYTES + view.getUint16(at.position + 2, true);
    if (type === BEGIN) depth += 1;
    else if (type === END) depth -= 1;
    if (depth === 0) return true;
  }
}

const typeAt = (view: DataView, position: number): number | null =>
  position + HEADER_BYTES <= view.byteLength ? view.getUint16(position, true) : null;
