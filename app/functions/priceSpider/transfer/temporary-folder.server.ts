import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const PREFIX = "backroom-feed-";
/** No transfer takes this long, so a folder of this age is of a process that died. */
const OLD_MS = 24 * 3_600_000;

/** Runs work with a private folder, which is deleted afterward. Deletes also those that dead processes left. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await deleteOldFolders();
  const folder = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function deleteOldFolders(): Promise<void> {
  const names = await readdir(os.tmpdir());
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    // Another account's folder can't be deleted, which is fine.
    if (found && Date.now() - found.mtimeMs > OLD_MS)
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
