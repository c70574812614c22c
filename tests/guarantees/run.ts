/**
 * `npm run guarantees`: one line for each promise with its figure, PASS, FAIL, or SKIP when its tool is missing. The exit code is 1 when one
 * fails.
 * `--small` tests those that kill processes of the build, with smaller counts. `--only R6` (repeatable) tests the named ones alone. SEED
 * repeats a run's faults.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { machineFactor } from "../support/machine-factor.ts";
import { secretsIn } from "./support/log-secrets.ts";
import type { Finding } from "./support/promise.ts";

const { values } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
  },
});
// Measured before the run makes the machine busy.
process.stdout.write(
  `Deadlines × ${machineFactor()}: what computing or starting a process takes on this machine.\n`,
);
const LOG_FILE = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "backroom-guarantees-")), "log");

interface Result extends Finding {
  id: string;
  title: string;
  seconds: number;
}

let [passedCount, failedCount] = [0, 0];
const logFile = fs.createWriteStream(LOG_FILE);
const code = await testAll();
await new Promise((resolve) => logFile.end(resolve));

const { lines, secrets } = await secretsIn(LOG_FILE);
report({
  id: "R21",
  title: "tokens, passwords, email addresses in the log of this whole run, at level trace",
  passed: lines > 0 && secrets.length === 0,
  figure: `${lines} lines: ${secrets.length} secrets${secrets.length > 0 ? `, for example ${secrets.slice(0, 3).join(" | ")}` : ""}`,
  seconds: 0,
});
if (code !== 0) process.stdout.write(`The run ended with code ${code}.\n`);
process.exitCode = failedCount > 0 || code !== 0 ? 1 : 0;
if (process.exitCode === 0) fs.rmSync(path.dirname(LOG_FILE), { recursive: true });
else process.stdout.write(`What was logged is in ${LOG_FILE}.\n`);
// The closing line by which `npm test` sees that something was tested.
process.stdout.write(`${passedCount} passed, ${failedCount} failed\n`);

/** Tests the promises in a process of their own, one after the other: they measure. @returns its exit code */
async function testAll(): Promise<number | null> {
  const child = fork(
    fileURLToPath(new URL("./inside.ts", import.meta.url)),
    [values.small ? "small" : "full", ...values.only],
    {
      execArgv: ["--import", "tsx"],
      // Everything that could be logged is, so that R21 has something to search.
      env: { ...process.env, LOG_LEVEL: "trace" },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on("line", (line) => logFile.write(`${line}\n`));
  }
  child.on("message", (message) => report(message as Result));
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

function report({ id, title, passed, isSkipped, figure, seconds }: Result): void {
  if (!passed) failedCount += 1;
  else if (!isSkipped) passedCount += 1;
  const result = isSkipped ? "SKIP" : passed ? "PASS" : "FAIL";
  process.stdout.write(`${result}  ${id.padEnd(4)} ${title} — ${figure} (${seconds.toFixed(1)} s)\n`);
}
