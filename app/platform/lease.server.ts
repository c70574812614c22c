import { type SQL, sql } from "drizzle-orm";

/** How long a lease lasts without being renewed. */
const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;
/**
 * Without a renewal for this long, nothing is sent any more: a request is answered or given up within 30 seconds, so it is
 * over before anybody else can take the work over.
 */
const SEND_WITHIN_MS = 25_000;

/** The end of a lease that begins now, by the database's clock: all processes share it. */
export const leaseFromNow = (): SQL<Date> => sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** Work that one process at a time does, written down in a row that says until when. */
export interface LeasedWork {
  /** Puts the end of the lease off. @returns false when the row is no longer ours */
  renew(): Promise<boolean>;
  isOurs(): Promise<boolean>;
  /** What to throw to whoever goes on with work that is, or may be, somebody else's by now. */
  lost(): Error;
}

/** A lease that is kept alive. */
export interface Lease {
  /** @throws what `lost` makes, when the lease is not, or not surely, ours any more */
  assertHeld: () => Promise<void>;
  /** Stops renewing; the lease then runs out by itself unless the work has ended. */
  end(): void;
}

/** Renews a lease until it is told to end. Call it right after the row was taken. */
export function keepLease({ renew, isOurs, lost }: LeasedWork): Lease {
  let renewedAt = performance.now();
  const renewNow = async () => {
    const asked = performance.now();
    if (await renew()) renewedAt = asked;
  };
  // A database that does not answer now may answer the next time; until then the time runs.
  const timer = setInterval(() => void renewNow().catch(() => undefined), RENEW_EVERY_MS);
  timer.unref();
  return {
    async assertHeld() {
      const isHeld = await isOurs();
      if (!isHeld || performance.now() - renewedAt > SEND_WITHIN_MS) throw lost();
    },
    end: () => clearInterval(timer),
  };
}
