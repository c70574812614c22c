import fs from "node:fs";
import path from "node:path";
import { isAlive, startMark } from "./processes.ts";

interface Owner {
  pid: number;
  /** See startMark: without it a reused process id would look like a live owner. */
  startMark?: string;
}

/** Thrown when the data folder is in use by another live process. */
export class DataInUseError extends Error {
  override name = "DataInUseError";
}

/**
 * Makes this process the only owner of the data folder.
 * @returns a function that releases it. The process's death releases it too
 * @throws {@link DataInUseError} with the folder and the other process, when a live process owns it.
 */
export function claimOwnership(dataDir: string): () => void {
  const file = path.join(dataDir, "owner.json");
  const content = JSON.stringify({ pid: process.pid, startMark: startMark(process.pid) } satisfies Owner);
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createdWith(file, content)) return () => release(file, content);
    const found = read(file);
    const owner = found === undefined ? undefined : parse(found);
    if (owner && isLive(owner)) throw inUse(dataDir, owner);
    if (found !== undefined) removeStale(file, found);
  }
  throw new DataInUseError(
    `Several processes tried to use the data in ${dataDir} at the same time. Try again.`,
  );
}

/** Whether a live process owns the data folder. */
export function isOwned(dataDir: string): boolean {
  const found = read(path.join(dataDir, "owner.json"));
  const owner = found === undefined ? undefined : parse(found);
  return owner !== undefined && isLive(owner);
}

function inUse(dataDir: string, owner: Owner) {
  return new DataInUseError(
    `Backroom already runs on the data in ${dataDir} (process ${owner.pid}). Stop it first, or set BACKROOM_DATA to another folder.`,
  );
}

// Linked after it is written, because a file that is created first could be read while it is empty.
function createdWith(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content);
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

// A dead owner's file is renamed before it is removed, and restored when another process claimed it in between.
function removeStale(file: string, stale: string) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (read(aside) !== stale) fs.linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function release(file: string, content: string) {
  if (read(file) === content) fs.rmSync(file, { force: true });
}

function isLive({ pid, startMark: mark }: Owner): boolean {
  return isAlive(pid) && (mark === undefined || startMark(pid) === mark);
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(content: string): Owner | undefined {
  try {
    const owner = JSON.parse(content);
    return Number.isInteger(owner?.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
}
