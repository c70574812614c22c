import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDataFolder } from "../../../server/data-folder.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-data-"));
});
afterEach(() => fs.rmSync(home, { recursive: true }));

it("creates the folder with those above it, and leaves one that exists as it is", () => {
  const folder = path.join(home, "a", "b");
  createDataFolder(folder);
  fs.writeFileSync(path.join(folder, "kept"), "");
  createDataFolder(folder);
  expect(fs.readdirSync(folder)).toEqual(["kept"]);
});

it("refuses a file, and a folder below one", () => {
  const file = path.join(home, "file");
  fs.writeFileSync(file, "");
  for (const folder of [file, path.join(file, "below")])
    expect(() => createDataFolder(folder)).toThrow(`Backroom can't write to ${folder}: `);
});

// Node's own way would never end, so it runs in a process that can be ended.
it.skipIf(process.platform !== "linux")("refuses a folder where the system accepts none", () => {
  const program = `import("./server/data-folder.ts").then((it) => it.createDataFolder("/proc/x/y"))`;
  const { stderr, signal } = spawnSync(process.execPath, ["--import", "tsx", "-e", program], {
    encoding: "utf8",
    timeout: withMachineFactor(20_000),
  });
  expect(signal).toBeNull();
  expect(stderr).toContain("Backroom can't write to /proc/x/y: ");
});
