/**
 * Looks through the structure of a compound file, which xls files are, before the library reads it: that follows its chains
 * without an end where a damaged file leads them in a circle.
 * https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb
 */

const FREE = 0xffff_ffff;
const NO_ENTRY = 0xffff_ffff;
const LAST_SECTOR = 0xffff_fffa;
const ENTRY_BYTES = 128;
const IN_HEADER = 109;

/** True when every chain of sectors ends, and the directory is a tree. */
export function isSoundCompoundFile(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 1_536) return false;
  const sectorBytes = 2 ** view.getUint16(30, true);
  if (sectorBytes !== 512 && sectorBytes !== 4_096) return false;
  const sectors = Math.ceil(view.byteLength / sectorBytes) - 1;
  const next = readTable(view, sectorBytes, sectors);
  const smallTable = next && chainFrom(next, view.getUint32(60, true));
  const directory = next && chainFrom(next, view.getUint32(48, true));
  if (!next || !smallTable || !directory || hasCircle(next)) return false;
  return (
    isTree(entriesOf(view, sectorBytes, directory), view.byteLength) &&
    !hasCircle(wordsOf(view, sectorBytes, smallTable))
  );
}

/** For each sector the one that follows it; null when the table lies outside of the file. */
function readTable(view: DataView, sectorBytes: number, sectors: number): number[] | null {
  const tables: number[] = [];
  for (let index = 0; index < IN_HEADER; index++) tables.push(view.getUint32(76 + index * 4, true));
  const perSector = sectorBytes / 4 - 1;
  let more = view.getUint32(68, true);
  for (let count = view.getUint32(72, true); count > 0 && more < LAST_SECTOR; count--) {
    if (more >= sectors || tables.length > sectors + IN_HEADER) return null;
    const words = wordsOf(view, sectorBytes, [more]);
    tables.push(...words.slice(0, perSector));
    more = words[perSector] ?? FREE;
  }
  const used = tables.filter((table) => table < LAST_SECTOR);
  if (used.length === 0 || used.some((table) => table >= sectors)) return null;
  return wordsOf(view, sectorBytes, used).slice(0, sectors);
}

/** The 32-bit words of some sectors. Those behind the end of the file are free. */
function wordsOf(view: DataView, sectorBytes: number, sectors: readonly number[]): number[] {
  const words: number[] = [];
  for (const sector of sectors) {
    const start = (sector + 1) * sectorBytes;
    for (let at = start; at < start + sectorBytes; at += 4) {
      words.push(at + 4 <= view.byteLength ? view.getUint32(at, true) : FREE);
    }
  }
  return words;
}

/** The sectors of a chain; null when it goes in a circle or leaves the file. */
function chainFrom(next: readonly number[], first: number): number[] | null {
  const chain: number[] = [];
  for (let sector = first; sector < LAST_SECTOR; sector = next[sector] ?? FREE) {
    if (sector >= next.length || chain.length > next.length) return null;
    chain.push(sector);
  }
  return chain;
}

function hasCircle(next: readonly number[]): boolean {
  /** The walk in which a sector was first met. */
  const met = new Uint32Array(next.length);
  for (let start = 0; start < next.length; start++) {
    for (
      let sector = start;
      sector < next.length && met[sector] !== start + 1;
      sector = next[sector] ?? FREE
    ) {
      if (met[sector] !== 0) break;
      met[sector] = start + 1;
      if (met[next[sector] ?? FREE] === start + 1) return true;
    }
  }
  return false;
}

interface Entry {
  isUsed: boolean;
  size: number;
  links: number[];
}

function entriesOf(view: DataView, sectorBytes: number, directory: readonly number[]): Entry[] {
  const entries: Entry[] = [];
  for (const sector of directory) {
    const start = (sector + 1) * sectorBytes;
    for (let at = start; at < start + sectorBytes && at + ENTRY_BYTES <= view.byteLength; at += ENTRY_BYTES) {
      const links = [68, 72, 76].map((offset) => view.getUint32(at + offset, true));
      entries.push({ isUsed: view.getUint8(at + 66) !== 0, size: view.getUint32(at + 120, true), links });
    }
  }
  return entries;
}

/** Every used entry has one path from the first one, and none is larger than the file. */
function isTree(entries: readonly Entry[], fileBytes: number): boolean {
  const reached = new Set<number>([0]);
  const open = [0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const link of entries[index]?.links ?? []) {
      if (link === NO_ENTRY) continue;
      if (link >= entries.length || reached.has(link)) return false;
      reached.add(link);
      open.push(link);
    }
  }
  return entries.every(({ isUsed, size }, index) => !isUsed || (reached.has(index) && size <= fileBytes));
}
