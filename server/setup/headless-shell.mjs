/**
 * The browser of the end-to-end tests: Chromium's headless shell, which is Chromium without its own windows, and what Playwright
 * itself uses for headless tests. A page takes a fifth less of the processor in it. It comes compressed in a package, for Linux on x64.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(root, "node_modules/.cache/headless-shell");

/** Where the unpacked program is. It may not exist. */
export const headlessShell = path.join(folder, "chromium");

/**
 * Unpacks the program if it isn't there.
 * @returns {Promise<boolean>} whether it is there and runs on this machine
 */
export async function unpackHeadlessShell() {
  if (process.platform !== "linux" || process.arch !== "x64") return false;
  if (fs.existsSync(headlessShell)) return true;
  // Its name shows that it is complete.
  const unfinished = `${folder}-${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  const { TMPDIR } = process.env;
  try {
    // The package unpacks there.
    process.env.TMPDIR = unfinished;
    const { default: chromium } = await import("@sparticuz/chromium");
    const program = await chromium.executablePath();
    if (spawnSync(program, ["--version"]).status !== 0) return false;
    fs.renameSync(unfinished, folder);
    return true;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}
