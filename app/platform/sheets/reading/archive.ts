import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { damaged, SHEET_LIMITS, SheetProblem } from "./problem";
import { needsPassword } from "./xls";

// The reader runs in a worker already, and unpacks with what the browser itself has.
configure({ useWebWorkers: false, useCompressionStream: true });

/** The parts of an xlsx file by their path in lower case. */
export type Archive = ReadonlyMap<string, FileEntry>;

/**
 * Opens an xlsx file, which is a zip, and looks at the sizes that it declares before anything is unpacked.
 * @throws SheetProblem when it is damaged, locked, or a bomb
 */
export async function openArchive(file: Blob): Promise<Archive> {
  const parts = new Map<string, FileEntry>();
  let unpacked = 0;
  try {
    const zip = new ZipReader(new BlobReader(file), { strictness: "tolerant" });
    for await (const entry of zip.getEntriesGenerator()) {
      if (parts.size > SHEET_LIMITS.parts) throw tooLarge();
      if (entry.directory) continue;
      unpacked += entry.uncompressedSize;
      refuseBomb(unpacked, file.size);
      const name = entry.filename.toLowerCase().replace(/^\//, "");
      // Which of two parts with one name a program reads isn't defined.
      if (parts.has(name)) throw damaged();
      parts.set(name, entry);
    }
  } catch (error) {
    throw error instanceof SheetProblem ? error : damaged(error);
  }
  return parts;
}

function refuseBomb(unpacked: number, packed: number): void {
  const { unpackedBytes, ratioMattersFromBytes, unpackedRatio } = SHEET_LIMITS;
  if (unpacked > unpackedBytes) throw tooLarge();
  if (unpacked > ratioMattersFromBytes && unpacked > packed * unpackedRatio) throw tooLarge();
}

const tooLarge = () =>
  new SheetProblem(
    "Unpacked, this file is far larger than a spreadsheet of 100,000 rows. Copy the rows that you need into a new file, and choose that one.",
  );

/**
 * Unpacks a part in pieces, passes its text on as it is read, and verifies its checksum.
 * @param most bytes that the part may have
 * @throws SheetProblem when it is damaged, locked or too large; whatever `take` throws
 */
export async function readPart(part: FileEntry, most: number, take: (text: string) => void): Promise<void> {
  if (part.encrypted) throw needsPassword();
  if (part.uncompressedSize > most) throw tooLarge();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let received = 0;
  try {
    for await (const piece of unpacked(part)) {
      received += piece.length;
      // The declared size can't be trusted: a bomb declares that it is small.
      if (received > part.uncompressedSize) throw damaged();
      take(decoder.decode(piece, { stream: true }));
    }
    take(decoder.decode());
  } catch (error) {
    throw error instanceof SheetProblem ? error : damaged(error);
  }
}

const DEFLATED = 8;

/**
 * A part's bytes. A deflated one is unpacked as the gzip file that it would be, so that the browser itself verifies the checksum;
 * doing that in JavaScript costs a tenth of all reading.
 */
function unpacked(part: FileEntry): AsyncIterable<Uint8Array> {
  const isDeflated = part.compressionMethod === DEFLATED;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(isDeflated ? asGzip(part) : {});
  const options = isDeflated
    ? { passThrough: "compressed" as const, checkOverlappingEntry: true }
    : { checkCrc32: true, checkOverlappingEntry: true };
  const written = part.getData(writable, options);
  const stream = isDeflated
    ? readable.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>)
    : readable;
  return chunksOf(stream, written);
}

/** RFC 1952: ten bytes before the deflated ones, checksum and size behind them. */
function asGzip({ crc32 = 0, uncompressedSize }: FileEntry): Transformer<Uint8Array, Uint8Array> {
  return {
    start(controller) {
      controller.enqueue(new Uint8Array([0x1f, 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, 0xff]));
    },
    flush(controller) {
      const trailer = new DataView(new ArrayBuffer(8));
      trailer.setUint32(0, crc32, true);
      trailer.setUint32(4, uncompressedSize, true);
      controller.enqueue(new Uint8Array(trailer.buffer));
    },
  };
}

/** The chunks of a stream. Cancels the stream when the consumer stops, and fails when its source does. */
async function* chunksOf(stream: ReadableStream<Uint8Array>, source: Promise<unknown>) {
  const reader = stream.getReader();
  // A source that fails does not always end what it writes to.
  source.catch(() => reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await source;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
