import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { sealedColumn } from "~/platform/secrets/sealed-column.server";
import { openOrRefuse, seal } from "~/platform/secrets/secrets.server";
import { giveawaySeeds } from "../tables.server";

/** A seed with its public commitment. */
export interface CommittedSeed {
  seed: string;
  commitment: string;
  committedAt: Date;
}

/** A change of the secret key encrypts the seeds again. */
export const sealedSeeds = sealedColumn({ table: "giveaway_seeds", column: "sealed" });

/** The SHA-256 of a seed's 64 hexadecimal characters. */
export const commitmentTo = (seed: string): string => createHash("sha256").update(seed).digest("hex");

/** Creates the seed of the next draw: 256 random bits. Its SHA-256 is public from then on, the seed stays sealed until the draw. */
export async function commitSeed(
  tx: ShopTransaction,
  shop: string,
  giveawayId: number,
  draw: number,
  now: Date,
): Promise<void> {
  const seed = randomBytes(32).toString("hex");
  await tx.insert(giveawaySeeds).values({
    shop,
    giveawayId,
    draw,
    sealed: seal(seed),
    commitment: commitmentTo(seed),
    committedAt: now,
  });
}

const isSeed = (shop: string, giveawayId: number, draw: number) =>
  and(eq(giveawaySeeds.shop, shop), eq(giveawaySeeds.giveawayId, giveawayId), eq(giveawaySeeds.draw, draw));

/** The seed of a draw. Only the draw itself may open it. */
export async function openSeed(
  tx: ShopTransaction,
  shop: string,
  giveawayId: number,
  draw: number,
): Promise<CommittedSeed> {
  const [row] = await tx
    .select()
    .from(giveawaySeeds)
    .where(isSeed(shop, giveawayId, draw));
  if (!row) throw new Error(`Giveaway ${giveawayId} has no seed for draw ${draw}.`);
  const { sealed, commitment, committedAt } = row;
  return { seed: openOrRefuse(sealed, LOST_SEED), commitment, committedAt };
}

const LOST_SEED =
  "The seed of this draw was sealed with a different secret key. Restore that key, then draw again.";

/** The public part of the next draw's seed; null when there is none. */
export async function readCommitment(
  tx: ShopTransaction,
  shop: string,
  giveawayId: number,
  draw: number,
): Promise<{ commitment: string; committedAt: Date } | null> {
  const [row] = await tx
    .select({ commitment: giveawaySeeds.commitment, committedAt: giveawaySeeds.committedAt })
    .from(giveawaySeeds)
    .where(isSeed(shop, giveawayId, draw));
  return row ?? null;
}
