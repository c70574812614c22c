/** How much JavaScript the first view of a page loads, computed from the build. */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const MAX_FILES = 20;
const MAX_BYTES = 200_000;
/** Pages that need more than a list: a person's card, those that read and correct a file, and a dialog with a list over another one. */
const MAX_BYTES_ELSEWHERE = 225_000;
const isElsewhere = (route: string) =>
  /\/customers\.\$id$|\bimport(\.\$run)?$|\/events\.\$id\.invites$/.test(route);

interface Entry {
  module: string;
  imports?: string[];
}
interface Manifest {
  url: string;
  entry: Entry;
  routes: Record<string, Entry & { id: string; parentId?: string }>;
}

const CLIENT = "build/client";

function readManifest(): Manifest {
  const assets = path.join(CLIENT, "assets");
  const [file] = fs.readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  const script = fs.readFileSync(path.join(assets, file ?? ""), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}

test("a page loads at most 20 scripts and 200 KB (gzip)", () => {
  const { url, entry, routes } = readManifest();
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(fs.readFileSync(CLIENT + file)).length;
    sizes.set(file, size);
    return size;
  };
  const filesOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [route.module, ...(route.imports ?? []), ...filesOf(route.parentId)] : [];
  };
  expect(Object.keys(routes).length).toBeGreaterThan(50);
  const heavy = Object.keys(routes).flatMap((id) => {
    const files = [...new Set([url, entry.module, ...(entry.imports ?? []), ...filesOf(id)])];
    const bytes = files.reduce((total, file) => total + sizeOf(file), 0);
    const isWithin =
      files.length <= MAX_FILES && bytes <= (isElsewhere(id) ? MAX_BYTES_ELSEWHERE : MAX_BYTES);
    return isWithin ? [] : [`${id}: ${files.length} files, ${bytes} bytes`];
  });
  expect(heavy).toEqual([]);
});
