import { SheetProblem } from "~/platform/sheets/reading/problem";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import type { ReaderAsk, ReaderTell } from "./reader-messages";

/** Reads a spreadsheet outside the page's thread, so that the page stays usable, and keeps the packed rows until a slice is requested. */
let slices: Uint8Array[] = [];

const tell = (message: ReaderTell, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

self.addEventListener("message", ({ data }: MessageEvent<ReaderAsk>) => {
  if (data.ask === "read") void read(data.file, data.expected);
  else {
    // A copy: the slice may be asked for again, when it was lost on its way to the server.
    const rows = new Uint8Array(slices[data.index] ?? []);
    tell({ tell: "slice", index: data.index, rows }, [rows.buffer]);
  }
});

async function read(file: File, expected: readonly string[]): Promise<void> {
  try {
    const content = await readSheet(file, file.name, {
      expected,
      onProgress: (rows) => tell({ tell: "progress", rows }),
    });
    slices = content.slices;
    const { columns, headingRow, rows } = content;
    const sha256 = await fingerprint(file);
    tell({
      tell: "read",
      sheet: { fileName: file.name, sha256, columns, headingRow, rows, slices: slices.length },
    });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    tell({ tell: "refused", sentence: error.message, reason: error.reason });
  }
}

async function fingerprint(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
