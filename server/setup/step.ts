import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** One thing that `npm test` checks. */
export interface Step {
  name: string;
  /** Run by a shell. npm puts node_modules/.bin in its PATH. */
  command: string;
  /** A test runner's closing lines are always shown, and its tests are counted. */
  isTestRunner?: boolean;
  /**
   * Test files that fail are run again by themselves, with all that their runner starts for them: what the first attempt left behind
   * doesn't make the second one fail. They are listed, because each is a fault to find. When more than five files fail, it is the change
   * and not the machine, and nothing is run again.
   */
  repeatsFailedFiles?: boolean;
  /** Left out unless `--only` names it. */
  isOnlyByName?: boolean;
  /** The step that must succeed before this one can run. Otherwise this one counts as failed, not as skipped. */
  needs?: string;
}

/** How a step went. */
export interface Outcome {
  name: string;
  ok: boolean;
  /** Tests, as its runner counted them. */
  passed: number;
  failed: number;
}

/** Runs the step and prints its line, and its output where that helps. */
export async function runStep(step: Step, before: Outcome[]): Promise<Outcome> {
  const need = before.find(({ name }) => name === step.needs);
  if (need && !need.ok) {
    process.stdout.write(`✗ ${step.name}: cannot run, because ${need.name} failed\n`);
    return { name: step.name, ok: false, passed: 0, failed: 0 };
  }
  const started = performance.now();
  const { ok, output, repeated, processorSeconds } = await runWithSecondAttempt(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const worked = processorSeconds === undefined ? "" : `, ${processorSeconds.toFixed(0)} s of processor time`;
  const counts = step.isTestRunner ? countTests(output) : { passed: 0, failed: 0 };
  if (ok && repeated) Object.assign(counts, { passed: repeated.passed + repeated.failed, failed: 0 });
  const skipped = step.isTestRunner ? skippedTests(output) : 0;
  // A runner without tests has proved nothing, and neither has a skipped test.
  const isEmpty = step.isTestRunner === true && counts.passed + counts.failed === 0;
  const passed = ok && !isEmpty && skipped === 0;
  process.stdout.write(`${passed ? "✓" : "✗"} ${step.name} (${seconds} s${worked})\n`);
  if (!passed) process.stdout.write(indent(output));
  else if (step.isTestRunner) process.stdout.write(indent(closingLines(output)));
  if (ok && isEmpty) process.stdout.write("  No tests were run.\n");
  if (ok && skipped > 0)
    process.stdout.write(`  ${skipped} tests were skipped; remove them or make them run.\n`);
  return { name: step.name, ok: passed, ...counts };
}

/** Runs Vitest, which writes to this terminal itself. @returns its exit code */
export function runVitest(args: readonly string[]): Promise<number> {
  // Not by the name in PATH: on Windows that is a script, which only a shell can start.
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args], {
    stdio: "inherit",
  });
  return new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
}

interface Run {
  ok: boolean;
  output: string;
  /** Of all processes that the step started. Undefined where the shell doesn't tell. */
  processorSeconds?: number;
}

/** @returns the last attempt, and the counts of the first one when there were two */
async function runWithSecondAttempt(
  step: Step,
): Promise<Run & { repeated?: Pick<Outcome, "passed" | "failed"> }> {
  const first = await run(step);
  const files = step.repeatsFailedFiles && !first.ok ? failedFiles(first.output) : [];
  if (files.length === 0 || files.length > MAX_REPEATED_FILES) return first;
  const second = await run({ ...step, command: `${step.command} ${files.join(" ")}` });
  const noted = failureLines(first.output).map((line) => line.replace(/^Failed:/, SECOND_ATTEMPT));
  return {
    ok: second.ok,
    output: [...(second.ok ? noted : [first.output]), second.output].join("\n"),
    processorSeconds: (first.processorSeconds ?? 0) + (second.processorSeconds ?? 0),
    repeated: countTests(first.output),
  };
}

const MAX_REPEATED_FILES = 5;

/** Of a test that failed, and passed when its file was run again. Each is a fault to find. */
const SECOND_ATTEMPT = "Only at the second attempt:";

const failureLines = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => line.startsWith("Failed: "));

/** The files of the failed tests (tests/support/failed-tests.ts writes a line for each test). */
export const failedFiles = (output: string): string[] => [
  ...new Set(failureLines(output).flatMap((line) => /^Failed: (\S+) > /.exec(line)?.[1] ?? [])),
];

/** The shell's own and its children's time, user and system: `times` of POSIX. */
const TIMES = /\d+m[\d.]+s \d+m[\d.]+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n/;

function run(step: Step): Promise<Run> {
  const isPosix = process.platform !== "win32";
  return new Promise((resolve) => {
    const child = spawn(isPosix ? `${step.command}\ncode=$?\ntimes\nexit $code` : step.command, {
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.once("close", (code) => {
      const output = Buffer.concat(parts).toString();
      const [, minutes, seconds, systemMinutes, systemSeconds] = (TIMES.exec(output) ?? []).map(Number);
      resolve({
        ok: code === 0,
        output: output.replace(TIMES, ""),
        ...(minutes !== undefined && {
          processorSeconds: 60 * (minutes + (systemMinutes ?? 0)) + (seconds ?? 0) + (systemSeconds ?? 0),
        }),
      });
    });
  });
}

/** Adds up the lines of the form `12 passed, 1 failed` (our own runners) and `Tests  1 failed | 12 passed (13)` (Vitest). */
export function countTests(output: string): { passed: number; failed: number } {
  const lines = summaryLines(output);
  return { passed: sumOf(lines, /(\d+) passed/), failed: sumOf(lines, /(\d+) failed/) };
}

/** How many tests were skipped or are marked as to do, as their runner counted them. */
export function skippedTests(output: string): number {
  const lines = summaryLines(output);
  return sumOf(lines, /(\d+) skipped/) + sumOf(lines, /(\d+) todo/);
}

function summaryLines(output: string): string[] {
  const lines = stripVTControlCharacters(output).split("\n");
  return lines.filter((line) => /^\s*Tests\s+\d/.test(line) || /^\d+ passed, \d+ failed/.test(line));
}

function sumOf(lines: string[], count: RegExp): number {
  return lines.reduce((total, line) => total + Number(count.exec(line)?.[1] ?? 0), 0);
}

/** The last lines of a runner's output, after the tests that passed only at their second attempt or couldn't run on this machine. */
export function closingLines(output: string): string {
  const isNoted = (line: string) => line.startsWith(SECOND_ATTEMPT) || line.startsWith("Not run: ");
  const lines = output.trimEnd().split("\n");
  // Vitest's hint on how to isolate less comes after its counts.
  const rest = lines.filter((line) => !isNoted(line) && !/\bisolate\b/i.test(line));
  return [...lines.filter(isNoted), ...rest.slice(-5)].join("\n");
}

const indent = (text: string) => `${text.trim().replace(/^/gm, "  ")}\n`;
