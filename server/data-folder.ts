import fs from "node:fs";
import path from "node:path";

/** The folder of this machine's data: BACKROOM_DATA, by default `.backroom`. */
export const dataFolder = ({ BACKROOM_DATA }: NodeJS.ProcessEnv): string =>
  path.resolve(BACKROOM_DATA || ".backroom");

/**
 * Creates the folder of this machine's data, with those above it.
 * @throws Error with a message for the terminal when it can't be created or written to
 */
export function createDataFolder(folder: string): void {
  try {
    create(folder);
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (error) {
    throw new Error(
      `Backroom can't write to ${folder}: ${(error as Error).message}. Set BACKROOM_DATA to another folder.`,
    );
  }
}

/** Node's own `recursive` never ends where the system accepts no folder, as below /proc. */
function create(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  create(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Another process may have created it.
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
