/** What a check found: that all is well, or what is wrong with the remedy, in one sentence each. */
export interface Finding {
  /** `problem` makes the exit code 1. A warning doesn't keep Backroom from working. */
  level: "ok" | "warning" | "problem";
  sentence: string;
}

/** A check of `npm run doctor`. */
export interface Check {
  /** "Database version". */
  name: string;
  run(): Promise<Finding>;
}

export const ok = (sentence: string): Finding => ({ level: "ok", sentence });
export const warning = (sentence: string): Finding => ({ level: "warning", sentence });
export const problem = (sentence: string): Finding => ({ level: "problem", sentence });

/** Runs checks one after the other. One that throws has found a problem. */
export async function runChecks(
  checks: readonly Check[],
  report: (name: string, finding: Finding) => void,
): Promise<boolean> {
  let isHealthy = true;
  for (const { name, run } of checks) {
    const finding = await run().catch((error: Error) => problem(`It couldn't be checked: ${error.message}`));
    report(name, finding);
    if (finding.level === "problem") isHealthy = false;
  }
  return isHealthy;
}
