import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { open, seal } from "~/platform/secrets.server";
import { giveawaySeeds } from "../tables.server";

/** A seed that is committed to. */
export interface CommittedSeed {
  seed: string;
  commitment: string;
  committedAt: Date;
}

/** The SHA-256 of a seed, of its 64 characters as they stand. */
export const commitmentTo = (seed: string): string => createHash("sha256").update(seed).digest("hex");

/** Makes the seed of a draw to come: 256 random bits. From now on everybody may know its SHA-256, and nobody the seed. */
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

/** The seed of a draw, for the draw itself alone. */
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
  return { seed: opened(row.sealed), commitment: row.commitment, committedAt: row.committedAt };
}

/** @throws 409 when the app's secret key is another one than when the seed was made */
function opened(sealed: string): string {
  try {
    return open(sealed);
  } catch {
    throw conflict(
      "The seed of this draw was sealed with another secret key than the app has now. Put that key back, then draw again.",
    );
  }
}

/** What everybody may know of the seed of a draw to come; null when there is none. */
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
