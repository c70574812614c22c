import { SheetProblem } from "~/platform/sheets/reading/problem";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import type { ReaderMessage, ReaderRequest } from "./reader-messages";

/** Reads a spreadsheet outside the page's thread, so that the page stays usable, and keeps the packed rows until a slice is requested. */
let slices: Uint8Array[] = [];

const post = (message: ReaderMessage, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });

self.addEventListener("message", ({ data }: MessageEvent<ReaderRequest>) => {
  if (data.type === "read") void read(data);
  else {
    // A copy: the slice is read again when its upload is retried.
    const rows = new Uint8Array(slices[data.index] ?? []);
    post({ type: "slice", index: data.index, rows }, [rows.buffer]);
  }
});

async function read({ file, expected, choices }: ReaderRequest & { type: "read" }): Promise<void> {
  try {
    const content = await readSheet(file, file.name, {
      ...choices,
      expected,
      onProgress: (rows) => post({ type: "progress", rows }),
    });
    const { slices: packed, ...sheet } = content;
    slices = packed;
    const sha256 = await fingerprint(file);
    post({
      type: "read",
      sheet: { ...sheet, fileName: file.name, sha256, slices: slices.length },
    });
  } catch (error) {
    if (error instanceof SheetProblem)
      post({ type: "refused", sentence: error.message, reason: error.reason });
    else if (error instanceof DOMException) post({ type: "refused", sentence: NOT_READABLE });
    // The page gets an event of it, unlike of a rejection.
    else self.reportError(error);
  }
}

const NOT_READABLE =
  "The browser can't read this file. It may have been changed, moved or deleted after it was chosen. Choose it again.";

async function fingerprint(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
