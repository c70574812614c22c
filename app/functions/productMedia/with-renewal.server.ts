/** A third of the time after which other processes take an intent for abandoned. */
const RENEW_EVERY_MS = 20_000;

/**
 * Does work, and renews its intent until the work ends. Work can wait for the shop's rate limit for longer than an intent lasts, and
 * only the intent of a dead process may be ended by another one.
 */
export async function withRenewal<Result>(
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  // A database that doesn't answer now may answer the next time.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
