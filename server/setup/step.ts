import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** One thing that `npm test` checks. */
export interface Step {
  name: string;
  /** Run by a shell, with node_modules/.bin in its PATH (npm sees to that). */
  command: string;
  env?: Record<string, string>;
  /** A test runner's closing lines are shown always, and its tests are counted. */
  isTestRunner?: boolean;
  /** The step without whose success this one cannot run; it then counts as failed, not as skipped. */
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

/** Runs the step and writes its line, and its output where that is of use. */
export async function runStep(step: Step, before: Outcome[]): Promise<Outcome> {
  const need = before.find(({ name }) => name === step.needs);
  if (need && !need.ok) {
    process.stdout.write(`✗ ${step.name}: cannot run, because ${need.name} failed\n`);
    return { name: step.name, ok: false, passed: 0, failed: 0 };
  }
  const started = performance.now();
  const { ok, output } = await run(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = step.isTestRunner ? countTests(output) : { passed: 0, failed: 0 };
  const skipped = step.isTestRunner ? skippedTests(output) : 0;
  // A runner that found nothing to run has proved nothing, and a test that is skipped is no test.
  const isEmpty = step.isTestRunner === true && counts.passed + counts.failed === 0;
  const passed = ok && !isEmpty && skipped === 0;
  process.stdout.write(`${passed ? "✓" : "✗"} ${step.name} (${seconds} s)\n`);
  if (!passed) process.stdout.write(indent(output));
  else if (step.isTestRunner) process.stdout.write(indent(closingLines(output)));
  if (ok && isEmpty) process.stdout.write("  No tests were run.\n");
  if (ok && skipped > 0)
    process.stdout.write(`  ${skipped} tests were skipped; remove them or make them run.\n`);
  return { name: step.name, ok: passed, ...counts };
}

function run(step: Step): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, {
      shell: true,
      env: { ...process.env, ...step.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.once("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(parts).toString() }));
  });
}

/** Adds up the lines of the form `12 passed, 1 failed` (our own runners) and `Tests  1 failed | 12 passed (13)` (Vitest). */
export function countTests(output: string): { passed: number; failed: number } {
  const lines = summaryLines(output);
  return { passed: sumOf(lines, /(\d+) passed/), failed: sumOf(lines, /(\d+) failed/) };
}

/** How many tests a runner says that it skipped or left to do. */
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

/** The end of what a runner says, after the tests that passed at their second attempt only. */
export function closingLines(output: string): string {
  const isNoted = (line: string) => line.startsWith("Only at the second attempt:");
  const lines = output.trimEnd().split("\n");
  // Vitest's hint on how to isolate less comes after its counts.
  const said = lines.filter((line) => !isNoted(line) && !/\bisolate\b/i.test(line));
  return [...lines.filter(isNoted), ...said.slice(-5)].join("\n");
}

const indent = (text: string) => `${text.trim().replace(/^/gm, "  ")}\n`;
