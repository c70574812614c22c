import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { keepLease, type Lease, leaseFromNow } from "~/platform/lease.server";
import { registrationDecisions } from "./tables.server";

/** One opening of a decision: only the latest attempt may complete it or end it. */
export interface Attempt {
  id: string;
  attempt: number;
}

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

/** Renews the lease of an opened decision until it is told to end. Call it right after the opening. */
export const holdLease = (shop: string, attempt: Attempt): Lease =>
  keepLease({
    async renew() {
      const renewed = await withShop(shop, (tx) =>
        tx
          .update(registrationDecisions)
          .set({ leaseUntil: leaseFromNow() })
          .where(isOpenAs(shop, attempt))
          .returning({ id: registrationDecisions.id }),
      );
      return renewed.length > 0;
    },
    isOurs: async () =>
      (await withShop(shop, (tx) => tx.$count(registrationDecisions, isOpenAs(shop, attempt)))) > 0,
    lost: () => new LostLease(),
  });
