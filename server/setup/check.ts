/**
 * `npm test`: everything that must hold before a change may land. Each step prints one line with its duration. A step's own output
 * is shown when it fails, and the test runners' closing lines always. `npm test -- --only e2e` runs the named steps, with the
 * build that they need.
 * `npm test -- <file> [-t <title>]` runs one test file with everything that it needs.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { memoryFolder } from "./memory-folder.ts";
import { type Outcome, runStep, runVitest, type Step } from "./step.ts";

const vitest = (...projects: string[]) =>
  `vitest run ${projects.map((name) => `--project ${name}`).join(" ")}`;

// Types, imports and unused code keep caches in node_modules/.cache: a later run checks only what changed.
/** With one thread it uses half of the processor's time, and the other steps of its group have the rest. */
const TYPES = "node node_modules/typescript-7/bin/tsc --noEmit --singleThreaded";
const TYPES_CACHE = "node_modules/.cache/types.tsbuildinfo";
const BUILD: Step = { name: "build", command: "node server/setup/prepare.mjs build" };

/** Steps run side by side: alone, none of them keeps two cores busy, because tests wait for databases, pages and jobs. */
const LANES = 2;

/** A free lane takes the first step whose need is done. The two long ones overlap: end-to-end tests, and unit and integration tests. */
const STEPS: readonly Step[] = [
  BUILD,
  { name: "types", command: `${TYPES} --incremental --tsBuildInfoFile ${TYPES_CACHE}` },
  { name: "e2e", command: vitest("e2e"), isTestRunner: true, repeatsFailedFiles: true, needs: BUILD.name },
  {
    name: "imports",
    command:
      "depcruise app server local-store tests --config .dependency-cruiser.cjs --cache --cache-strategy content",
  },
  { name: "unused code", command: "knip --cache" },
  { name: "format and lint", command: "biome ci --error-on-warnings ." },
  {
    name: "unit and integration",
    command: vitest("unit", "ui", "integration", "pages"),
    isTestRunner: true,
    repeatsFailedFiles: true,
  },
  {
    name: "guarantees",
    command: "tsx tests/guarantees/run.ts --small",
    isTestRunner: true,
    needs: BUILD.name,
  },
  // The bench's own test. No one relies on the bench but who measures.
  {
    name: "bench",
    command: "tsx tests/bench/run.ts --smoke",
    isTestRunner: true,
    needs: BUILD.name,
    isOnlyByName: true,
  },
];

const memory = memoryFolder();
// Databases, browser profiles and other temporary files of the steps are there, unless a folder was chosen.
if (memory) process.env.TMPDIR ??= memory;

const { values, positionals } = parseArgs({
  options: { only: { type: "string", multiple: true }, title: { type: "string", short: "t" } },
  allowPositionals: true,
});
if (positionals.length > 0) process.exit(await runFiles(positionals, values.title));

const started = performance.now();
const outcomes: Outcome[] = [];
const waiting = selected(values.only);
const isReady = ({ needs }: Step) => !needs || outcomes.some(({ name }) => name === needs);
const running = new Map<string, Promise<void>>();
while (waiting.length > 0 || running.size > 0) {
  const next = running.size < LANES ? waiting.find(isReady) : undefined;
  if (next) {
    waiting.splice(waiting.indexOf(next), 1);
    running.set(
      next.name,
      runStep(next, outcomes).then((outcome) => {
        outcomes.push(outcome);
        running.delete(next.name);
      }),
    );
  } else await Promise.race(running.values());
}
report();

/** Runs the test files with their runner's full output. @returns the exit code */
async function runFiles(files: readonly string[], title: string | undefined): Promise<number> {
  const projects = new Set<string>();
  for (const file of files) {
    const found = fs.existsSync(file) ? projectsOf(path.relative("", file)) : [];
    if (found.length === 0) {
      process.stderr.write(
        `${file} isn't a test file of tests/unit, tests/integration, tests/pages, tests/e2e or tests/demo.\n`,
      );
      return 2;
    }
    for (const project of found) projects.add(project);
  }
  if ((projects.has("e2e") || projects.has("demo")) && !(await runStep(BUILD, [])).ok) return 1;
  return runVitest([
    ...[...projects].flatMap((name) => ["--project", name]),
    ...files,
    ...(title === undefined ? [] : ["-t", title]),
  ]);
}

/** The Vitest projects with the tests of a file or folder. `tests/unit/ui` is a project of its own. */
function projectsOf(file: string): string[] {
  const [tests, kind = "", folder] = file.split(path.sep);
  if (tests !== "tests" || !["unit", "integration", "pages", "e2e", "demo"].includes(kind)) return [];
  if (kind !== "unit") return [kind];
  return folder === undefined ? ["unit", "ui"] : [folder === "ui" ? "ui" : "unit"];
}

function selected(only: string[] | undefined): Step[] {
  if (!only) return STEPS.filter(({ isOnlyByName }) => !isOnlyByName);
  const names = STEPS.map(({ name }) => name);
  const unknown = only.filter((wanted) => !names.some((name) => name.startsWith(wanted)));
  if (unknown.length > 0) {
    process.stderr.write(`There is no step "${unknown.join('", "')}". The steps: ${names.join(", ")}.\n`);
    process.exit(2);
  }
  const named = STEPS.filter(({ name }) => only.some((prefix) => name.startsWith(prefix)));
  const wanted = new Set(named.flatMap(({ name, needs }) => (needs ? [needs, name] : [name])));
  const left = names.filter((name) => !wanted.has(name));
  process.stdout.write(`Only ${[...wanted].join(", ")}; left out: ${left.join(", ")}\n`);
  return STEPS.filter(({ name }) => wanted.has(name));
}

function report() {
  const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    failed.length > 0
      ? `\nFailed after ${seconds} s: ${failed.join(", ")}\n`
      : `\nAll steps passed in ${seconds} s\n`,
  );
  const sum = (count: "passed" | "failed") => outcomes.reduce((total, outcome) => total + outcome[count], 0);
  // A step that failed without a failed test (a lint error, a runner that crashed) is one failure all the same.
  const failures = outcomes.reduce((total, { ok, failed }) => total + (ok ? 0 : Math.max(failed, 1)), 0);
  process.stdout.write(`${sum("passed")} passed, ${failures} failed\n`);
  process.exitCode = failures > 0 ? 1 : 0;
}
