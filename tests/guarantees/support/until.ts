import { withMachineFactor } from "../../support/machine-factor.ts";

const PAUSE_MS = 50;
/** Three minutes on a quiet machine. A busy one polls less often, and gets that much more time. */
const MAX_POLLS = 3_600;
const MAX_MS = 15 * 60_000;

/**
 * Polls until it is so.
 * @param seconds how long it may take, where three minutes aren't enough
 * @throws after three minutes of a quiet machine, or after `seconds`, naming what was waited for
 */
export async function until(what: string, isSo: () => Promise<boolean>, seconds?: number): Promise<void> {
  const begun = performance.now();
  for (let polls = 1; !(await isSo()); polls += 1) {
    const waited = performance.now() - begun;
    const isLate =
      seconds === undefined
        ? polls > MAX_POLLS || waited > MAX_MS
        : waited > withMachineFactor(seconds * 1_000);
    if (isLate) throw new Error(`It did not happen within ${Math.round(waited / 1_000)} s that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
