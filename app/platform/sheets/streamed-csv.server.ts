import { once } from "node:events";
import { Readable } from "node:stream";
import { CSV_BEGIN, csvLines } from "./csv-text";
import type { SheetFrame } from "./spreadsheet";
import type { StreamedSheet, WrittenSheet } from "./streamed-workbook.server";

/**
 * Writes sheets of any number of rows as CSV, in constant memory: the titles of the columns, then the rows. One sheet is a CSV file.
 * Several are a zip file with a CSV file for each, and the small sheets of the first frame are text files in it.
 * @param sink takes the bytes in order, and the writer waits for it
 * @returns how many rows were written, by sheet
 * @throws what the batches or `sink` throw
 */
export async function streamCsv(
  sheets: readonly [StreamedSheet, ...StreamedSheet[]],
  sink: (bytes: Uint8Array) => Promise<void>,
): Promise<readonly WrittenSheet[]> {
  const written = sheets.map(({ frame }) => ({ name: frame.name, rows: 0 }));
  async function* linesOf({ frame, batches }: StreamedSheet, count: WrittenSheet) {
    yield Buffer.from(CSV_BEGIN + csvLines([frame.columns.map(({ title }) => title)]));
    for await (const rows of batches) {
      count.rows += rows.length;
      if (rows.length > 0) yield Buffer.from(csvLines(rows));
    }
  }
  const [first, ...further] = sheets;
  if (further.length === 0) {
    for await (const bytes of linesOf(first, written[0] as WrittenSheet)) await sink(bytes);
    return written;
  }
  // Only a worker ever needs it.
  const { ZipWriter } = await import("@zip.js/zip.js/lib/zip-core-native.js");
  const zip = new ZipWriter(new WritableStream<Uint8Array>({ write: sink }), {
    useWebWorkers: false,
    zip64: false,
    dataDescriptorSignature: true,
  });
  const add = async (name: string, bytes: Readable) => {
    try {
      await zip.add(name, Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
    } finally {
      // When the sink fails, the source of the rows must be ended here.
      if (!bytes.destroyed) await once(bytes.destroy(), "close");
    }
  };
  for (const [index, sheet] of sheets.entries())
    await add(fileOf(sheet.frame, "csv"), Readable.from(linesOf(sheet, written[index] as WrittenSheet)));
  for (const { rows, ...frame } of first.frame.more ?? [])
    await add(
      fileOf(frame, "txt"),
      Readable.from([Buffer.from(rows.map((row) => `${row[0]}\r\n`).join(""))]),
    );
  await zip.close();
  return written;
}

/** A sheet's name as that of a file, without what systems don't take. */
const fileOf = ({ name }: Pick<SheetFrame, "name">, ending: string): string =>
  `${name.replace(/[\\/:*?"<>|]/g, " ")}.${ending}`;
