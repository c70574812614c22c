import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { SHEET_LIMITS } from "./limits";
import { damaged, SheetProblem } from "./problem";
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
      parts.set(entry.filename.toLowerCase().replace(/^\//, ""), entry);
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
 * Unpacks a part piece by piece, and hands its text over as it comes; its checksum is verified.
 * @param most bytes that the part may have
 * @throws SheetProblem when it is damaged, locked or too large; whatever `take` throws
 */
export async function readPart(part: FileEntry, most: number, take: (text: string) => void): Promise<void> {
  if (part.encrypted) throw needsPassword();
  if (part.uncompressedSize > most) throw tooLarge();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let received = 0;
  let thrown: unknown;
  const sink = new WritableStream<Uint8Array>({
    write(piece) {
      try {
        received += piece.length;
        // What it declares is not to be believed: a bomb says that it is small.
        if (received > part.uncompressedSize) throw damaged();
        take(decoder.decode(piece, { stream: true }));
      } catch (error) {
        thrown = error;
        throw error;
      }
    },
  });
  try {
    await part.getData(sink, { checkCrc32: true, checkOverlappingEntry: true });
    take(decoder.decode());
  } catch (error) {
    const reason = thrown ?? error;
    throw reason instanceof SheetProblem ? reason : damaged(reason);
  }
}
