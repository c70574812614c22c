import { and, eq } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { listDraws, listWithdrawals, type ShopDraw, type Withdrawal } from "../draw/read-draws.server";
import { readCommitment } from "../draw/seeds.server";
import { phaseOf, type ShopGiveaway } from "../giveaway.server";
import type { Phase } from "../messages";
import { giveaways } from "../tables.server";

/** The content of the registration page. */
export type OpenedGiveaway =
  | { is: "unknown" }
  | { is: Exclude<Phase, "open">; giveaway: ShopGiveaway; fairness?: Fairness }
  | { is: "open"; giveaway: ShopGiveaway; commitment: string | null };

/** What the public can verify about a giveaway that is not open. */
export interface Fairness {
  /** The SHA-256 of the next draw's seed. */
  commitment: string | null;
  /** The draws, first one first. */
  draws: ShopDraw[];
  withdrawals: Withdrawal[];
}

/** Finds the giveaway of a public URL that was not deleted. */
export async function findByKey(
  tx: ShopTransaction,
  shop: string,
  key: string,
): Promise<ShopGiveaway | undefined> {
  const [giveaway] = await tx
    .select()
    .from(giveaways)
    .where(and(eq(giveaways.shop, shop), eq(giveaways.key, key), eq(giveaways.isDeleted, false)));
  return giveaway;
}

/** Finds the giveaway of a public URL without changing anything. */
export async function openGiveaway(
  { domain, timeZone }: Shop,
  key: string,
  now: Date,
): Promise<OpenedGiveaway> {
  return withShop(domain, async (tx) => {
    const giveaway = await findByKey(tx, domain, key);
    if (!giveaway) return { is: "unknown" };
    const phase = phaseOf(giveaway, now, timeZone);
    const { commitment = null } = (await readCommitment(tx, domain, giveaway.id, giveaway.drawn + 1)) ?? {};
    if (phase !== "open") {
      const draws = await listDraws(tx, domain, giveaway.id);
      const withdrawals = await listWithdrawals(tx, domain, giveaway.id);
      return { is: phase, giveaway, fairness: { commitment, draws, withdrawals } };
    }
    return { is: "open", giveaway, commitment };
  });
}
