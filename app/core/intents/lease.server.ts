import { type SQL, sql } from "drizzle-orm";

/** How long a lease lasts without being renewed. */
const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;
/**
 * Without a renewal for this long, nothing is sent any longer. A request is answered or canceled within 30 seconds, so
 * it is over before another process can take the work over.
 */
const SEND_WITHIN_MS = 25_000;

/** The end of a lease that begins now, by the database's clock, which all processes share. */
export const leaseFromNow = (): SQL<Date> => sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** Work that one process at a time does, with a row that holds the end of the lease. */
export interface LeasedWork {
  /** Extends the lease. @returns false when the row belongs to another attempt */
  renew(): Promise<boolean>;
  isOurs(): Promise<boolean>;
  /** The error for an attempt that has lost its lease. */
  lost(): Error;
}

/** A lease that is renewed in the background. */
export interface Lease {
  /** Call it before each change outside. @throws what `lost` makes, when the lease is not, or not surely, ours */
  assertHeld: () => Promise<void>;
  /** Stops renewing. The lease then expires by itself unless the work has ended. */
  end(): void;
}

/** Renews a lease until `end`. Call it right after the row was claimed. */
export function renewLease({ renew, isOurs, lost }: LeasedWork): Lease {
  let renewedAt = performance.now();
  const renewNow = async () => {
    const startedAt = performance.now();
    if (await renew()) renewedAt = startedAt;
  };
  // A database that doesn't answer now may answer the next time. Until then the time runs.
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
