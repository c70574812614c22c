import fs from "node:fs";
import { chromium } from "playwright";
import { headlessShell } from "../../server/setup/headless-shell.mjs";

/**
 * The browser that the tests drive: CHROMIUM's, the packages' headless shell, the system's, or Playwright's own (the order of
 * server/setup/prepare.mjs).
 * @throws Error that says what to do when there is none.
 */
export function chromiumProgram(): string {
  const candidates = [
    process.env.CHROMIUM,
    headlessShell,
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ];
  const found = candidates.find((program) => program && fs.existsSync(program));
  if (!found)
    throw new Error("No browser found: run the tests by `npm test`, which installs one, or set CHROMIUM.");
  return found;
}
