import fs from "node:fs";
import os from "node:os";

/** Linux has a file system in memory here. Containers often give it 64 MB. */
const FOLDER = "/dev/shm";
/** Integration tests take 250 MB at a time, and a database server's write-ahead log may grow to 1 GB. */
const NEEDED_BYTES = 2_000_000_000;

/**
 * A folder in memory, for files that need not survive a run of the tests. On some disks a new file costs so much that copying a
 * small database takes ten times as long as in memory.
 * @returns undefined where there is none, or too little memory
 */
export function memoryFolder(): string | undefined {
  try {
    fs.accessSync(FOLDER, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(FOLDER);
    return Math.min(bavail * bsize, os.freemem()) >= NEEDED_BYTES ? FOLDER : undefined;
  } catch {
    return undefined;
  }
}
