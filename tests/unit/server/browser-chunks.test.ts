import type { Rollup } from "vite";
import { expect, test } from "vitest";
import { browserChunks } from "../../../server/setup/browser-chunks.ts";

/** A build in which every module of ours imports one package. */
const buildOf = (packageName: string, missing?: string) => ({
  getModuleInfo(id: string) {
    if (missing && id.endsWith(missing)) return null;
    const importedIds = id.includes("/node_modules/") ? [] : [`/node_modules/${packageName}`];
    return { importedIds } as Partial<Rollup.ModuleInfo> as Rollup.ModuleInfo;
  },
  getModuleIds: () => [][Symbol.iterator](),
});

test("each build assigns its own modules", () => {
  for (const name of ["a", "b"]) {
    const chunkOf = browserChunks();
    expect(chunkOf(`${process.cwd()}/app/root.tsx`, buildOf(name))).toBe("app");
    expect(chunkOf(`/node_modules/${name}`, buildOf(name))).toBe("packages");
  }
});

test("a root that no longer exists fails the build", () => {
  expect(() => browserChunks()("/x", buildOf("a", "/app/ui/Dialog.tsx"))).toThrow("app/ui/Dialog.tsx");
});
