import { runChecks } from "./doctor/check.ts";
import { databaseChecks } from "./doctor/database-checks.ts";
import { installationChecks } from "./doctor/installation-checks.ts";
import { webEnvironment } from "./environment.ts";

const MARKS = { ok: "ok     ", warning: "warning", problem: "PROBLEM" } as const;

/**
 * Checks what Backroom needs, and prints one sentence for each with the remedy. Changes nothing.
 * @throws Error with one line per variable of the environment that is missing or wrong
 */
export async function runDoctor(): Promise<void> {
  const { DATABASE_URL, DATABASE_POOL } = webEnvironment(process.env);
  const { app } = await import("~/app.server");
  const checks = [
    ...databaseChecks(DATABASE_URL, DATABASE_POOL),
    ...installationChecks(process.env, app.sealedColumns),
  ];
  const isHealthy = await runChecks(checks, (name, { level, sentence }) =>
    process.stdout.write(`${MARKS[level]}  ${name}: ${sentence}\n`),
  );
  process.exitCode = isHealthy ? 0 : 1;
}
