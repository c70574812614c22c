import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { registrationDecisions } from "./tables.server";

/** One opening of a decision: only the latest attempt may complete it or end it. */
export interface Attempt {
  id: string;
  attempt: number;
}

/** How long an opening holds the lock on the person without being renewed. */
const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;
/**
 * Without a renewal for this long, nothing is sent any more: a request is answered or given up within 30 seconds, so it is
 * over before anybody else can take the person.
 */
const SEND_WITHIN_MS = 25_000;

/** The end of a lease that begins now, by the database's clock: all processes share it. */
export const leaseFromNow = (): SQL<Date> => sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** The condition that a decision still stands as this attempt opened it. */
export const isOpenAs = (shop: string, { id, attempt }: Attempt): SQL | undefined =>
  and(
    eq(registrationDecisions.shop, shop),
    eq(registrationDecisions.id, id),
    eq(registrationDecisions.attempt, attempt),
    eq(registrationDecisions.state, "started"),
  );

/** Gives the lock up before its time, without saying how the decision ended. */
export async function endLease(tx: ShopTransaction, shop: string, attempt: Attempt): Promise<void> {
  await tx
    .update(registrationDecisions)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(isOpenAs(shop, attempt));
}

/** Somebody else has taken the decision over, or may have: this attempt must change nothing any more. */
export class LostLease extends Refusal {
  constructor() {
    super(
      409,
      "CONFLICT",
      "This decision took too long and was given up. Look at the record before you try again.",
    );
  }
}

/** A lease that is kept alive. */
export interface Lease {
  /** @throws LostLease when the lease is not, or not surely, ours any more */
  assertHeld: () => Promise<void>;
  /** Stops renewing; the lease then runs out by itself unless the decision has ended. */
  end(): void;
}

/** Renews the lease of an opened decision until it is told to end. Call it right after the opening. */
export function holdLease(shop: string, attempt: Attempt): Lease {
  let renewedAt = performance.now();
  const renew = async () => {
    const asked = performance.now();
    const renewed = await withShop(shop, (tx) =>
      tx
        .update(registrationDecisions)
        .set({ leaseUntil: leaseFromNow() })
        .where(isOpenAs(shop, attempt))
        .returning({ id: registrationDecisions.id }),
    );
    if (renewed.length > 0) renewedAt = asked;
  };
  // A database that does not answer now may answer the next time; until then the time runs.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  timer.unref();
  return {
    async assertHeld() {
      const row = registrationDecisions;
      const held = await withShop(shop, (tx) => tx.$count(row, isOpenAs(shop, attempt)));
      if (held === 0 || performance.now() - renewedAt > SEND_WITHIN_MS) throw new LostLease();
    },
    end: () => clearInterval(timer),
  };
}
