import { Blob as NodeBlob } from "node:buffer";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import type { ReadChoices, ReadSheet } from "~/ui/import/reader-messages";

/** Reads a sheet in the page instead of a worker, which jsdom doesn't have. */
export class SheetReader {
  slices: Uint8Array[] = [];
  again: (choices: ReadChoices) => Promise<{ sheet: ReadSheet; reader: SheetReader }> = () =>
    Promise.reject();
  async read(file: File, expected: string[], _onProgress: unknown, choices: ReadChoices = {}) {
    this.again = async (other) => {
      const reader = new SheetReader();
      return { sheet: await reader.read(file, expected, null, other), reader };
    };
    const bytes = await new Promise<ArrayBuffer>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(file);
    });
    const blob = new NodeBlob([bytes]) as Blob;
    const { slices, ...content } = await readSheet(blob, file.name, { ...choices, expected });
    this.slices = slices;
    return { ...content, fileName: file.name, sha256: "0".repeat(64), slices: slices.length };
  }
  readAgain = (choices: ReadChoices) => this.again(choices);
  slice = async (index: number) => this.slices[index];
  close() {}
}
