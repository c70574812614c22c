/**
 * How much slower this machine is at the moment than a quiet one, at least 1. Deadlines of tests are multiplied by it, so that they are about
 * the product and not about the machine. Speed is measured by `npm run bench`, against a baseline of the same run.
 */
import { spawnSync } from "node:child_process";
import { pbkdf2Sync } from "node:crypto";

/** What the work takes on a quiet machine with cores of 2020 (milliseconds). */
const QUIET_MS = { computing: 100, starting: 45 };
const ITERATIONS = 80_000;
const MAX_FACTOR = 6;

/** The programs of a run measure once, and hand it to those that they start. */
const VARIABLE = "BACKROOM_MACHINE_FACTOR";

/** The measured factor, with one decimal place, from 1 to 6. */
export function machineFactor(): number {
  process.env[VARIABLE] ??= String(measure());
  return Number(process.env[VARIABLE]);
}

/** A deadline (milliseconds) on this machine. */
export const withMachineFactor = (ms: number): number => Math.round(ms * machineFactor());

/** A machine that computes fast may be slow at memory and system calls, as in many containers: starting a process needs both. */
function measure(): number {
  const computing = timeOf(() => pbkdf2Sync("password", "salt", ITERATIONS, 32, "sha512"));
  const starting = timeOf(() => spawnSync(process.execPath, ["--eval", "0"]));
  const factor = Math.max(computing / QUIET_MS.computing, starting / QUIET_MS.starting);
  return Math.min(MAX_FACTOR, Math.max(1, Math.round(factor * 10) / 10));
}

function timeOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
