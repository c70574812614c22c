/** Runs work in the background at an interval, one run at a time. @returns a function that stops it and waits for the last run */
export function repeat(intervalMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // The database may be unavailable for a moment. The next round retries.
    running = running.then(work).catch(() => {});
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
