import type { ReadChoices, ReadSheet } from "./reader-messages";
import type { SheetReader } from "./sheet-reader";

/** A file that is being imported: read, and its rows still in the browser. */
export interface HeldSheet<Opened> {
  sheet: ReadSheet;
  reader: SheetReader;
  /** How a person said that it is written. */
  choices?: ReadChoices;
  /** The server's response to the new import. */
  opened: Opened;
}

let current: { id: string; sheet: HeldSheet<unknown> } | null = null;
let chosen: { file: File; path: string } | null = null;

/** Keeps one file's rows across page changes, by the import's id. It replaces the previous file and is lost on reload. */
export function holdSheet<Opened>(id: string, sheet: HeldSheet<Opened>): void {
  letGo();
  current = { id, sheet };
}

/** The rows that are held for an import; null when they are not in this browser. */
export const heldSheet = <Opened>(id: string): HeldSheet<Opened> | null =>
  current?.id === id ? (current.sheet as HeldSheet<Opened>) : null;

/** Frees the rows that are held: of this import, or of whichever it is. */
export function letGo(id = current?.id): void {
  if (!current || current.id !== id) return;
  current.sheet.reader.close();
  current = null;
}

/** Hands a file that was chosen on one page to the page of an import. @param path of that page */
export const handOver = (file: File, path: string): void => {
  chosen = { file, path };
};

/** The file that was handed over to this page, once. One for another import is dropped. */
export function takeOver(path: string): File | null {
  const file = chosen?.path === path ? chosen.file : null;
  chosen = null;
  return file;
}
