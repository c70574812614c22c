/** The progress is stored and sent once for so many percent. */
const STEP_PERCENT = 5;

/** Reports a part of a run's progress, such as 0 to 45 percent, without storing each of a thousand small changes. */
export function progressSteps(
  setProgress: (percent: number) => Promise<void>,
  { from, to }: { from: number; to: number },
) {
  let reported = from;
  let last: Promise<void> = Promise.resolve();
  return {
    /** @param share 0 to 1 */
    report(share: number): void {
      const percent = from + (to - from) * Math.min(1, share);
      if (percent < reported + STEP_PERCENT) return;
      reported = percent;
      last = last.then(() => setProgress(percent));
      // `end` throws it.
      last.catch(() => {});
    },
    /** Resolves when everything is stored. */
    async end(): Promise<void> {
      await last;
      await setProgress(to);
    },
  };
}
