import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { isoDateIn } from "~/platform/dates/instant";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { entrantRegistered } from "../audit.server";
import { listDraws, type ShopDraw } from "../draw/read-draws.server";
import { readCommitment } from "../draw/seeds.server";
import { entrantsList } from "../entrants/list";
import { phaseOf, type ShopGiveaway } from "../giveaway.server";
import { giveawaysList } from "../list";
import type { Phase } from "../messages";
import { recordGiveawayAudit } from "../record-giveaway-audit.server";
import { giveawayEntrants, giveaways } from "../tables.server";

/** A validated applicant. */
export interface Applicant {
  firstName: string;
  lastName: string;
  email: string;
}

/** The content of the registration page. */
export type OpenedGiveaway =
  | { is: "unknown" }
  | { is: Exclude<Phase, "open">; giveaway: ShopGiveaway; fairness?: Fairness }
  | { is: "open"; giveaway: ShopGiveaway; commitment: string | null };

/** What the public can verify about a giveaway that is not open. */
export interface Fairness {
  /** The SHA-256 of the next draw's seed; null after the first draw. */
  commitment: string | null;
  /** The draws, first one first. */
  draws: ShopDraw[];
}

/** The outcome of a registration. */
export type Registered =
  | Exclude<OpenedGiveaway, { is: "open" }>
  | { is: "registered"; giveaway: ShopGiveaway; number: number; digest: string }
  | { is: "registered before"; giveaway: ShopGiveaway };

/** The audit log's actor: visitors aren't signed in. */
const VISITOR = { id: "visitor", name: "A visitor" };

async function findByKey(tx: ShopTransaction, shop: string, key: string): Promise<ShopGiveaway | undefined> {
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
    const committed = await readCommitment(tx, domain, giveaway.id, 1);
    if (phase !== "open") {
      const draws = await listDraws(tx, domain, giveaway.id);
      const commitment = draws.length === 0 ? (committed?.commitment ?? null) : null;
      return { is: phase, giveaway, fairness: { commitment, draws } };
    }
    return { is: "open", giveaway, commitment: committed?.commitment ?? null };
  });
}

/**
 * Registers an applicant: one entry per address, only while the giveaway is open, and never above its Registration Count. A
 * single conditional UPDATE claims the place and assigns the number, so the limit holds under concurrent registrations.
 */
export async function register(
  shop: Shop,
  key: string,
  applicant: Applicant,
  now: Date,
): Promise<Registered> {
  const { domain, timeZone } = shop;
  const address = comparableAddress(applicant.email);
  const work = async (tx: ShopTransaction): Promise<Registered> => {
    const giveaway = await findByKey(tx, domain, key);
    if (!giveaway) return { is: "unknown" };
    if (await isRegistered(tx, giveaway, address)) return { is: "registered before", giveaway };
    const number = await takePlace(tx, giveaway, isoDateIn(now, timeZone));
    if (number === null) {
      const latest = (await findByKey(tx, domain, key)) ?? giveaway;
      const phase = phaseOf(latest, now, timeZone);
      // Deleted or changed concurrently.
      return phase === "open" ? { is: "unknown" } : { is: phase, giveaway: latest };
    }
    const salt = randomBytes(16).toString("hex");
    const digest = createHash("sha256").update(`${salt}\n${address}`).digest("hex");
    await tx.insert(giveawayEntrants).values({
      shop: domain,
      giveawayId: giveaway.id,
      number,
      ...applicant,
      address,
      registeredAt: now,
      salt,
      digest,
    });
    await recordGiveawayAudit(tx, domain, giveaway.id, entrantRegistered, {
      actor: VISITOR,
      before: null,
      after: { entry: number },
    });
    return { is: "registered", giveaway, number, digest };
  };
  try {
    const registered = await withShop(domain, work);
    if (registered.is === "registered")
      for (const list of [giveawaysList.name, entrantsList.name])
        publishChange(domain, "showGiveaways", { list });
    return registered;
  } catch (error) {
    // A concurrent registration of the same address won, and this transaction's place was rolled back.
    if (!isUniqueViolation(error)) throw error;
    const giveaway = await withShop(domain, (tx) => findByKey(tx, domain, key));
    return giveaway ? { is: "registered before", giveaway } : { is: "unknown" };
  }
}

async function isRegistered(
  tx: ShopTransaction,
  { shop, id }: ShopGiveaway,
  address: string,
): Promise<boolean> {
  const [entrant] = await tx
    .select({ number: giveawayEntrants.number })
    .from(giveawayEntrants)
    .where(
      and(
        eq(giveawayEntrants.shop, shop),
        eq(giveawayEntrants.giveawayId, id),
        eq(giveawayEntrants.address, address),
      ),
    );
  return entrant !== undefined;
}

/** Claims a place and the next number; null when none is available. @param today YYYY-MM-DD in the shop's calendar */
async function takePlace(
  tx: ShopTransaction,
  { shop, id }: ShopGiveaway,
  today: string,
): Promise<number | null> {
  const [taken] = await tx
    .update(giveaways)
    .set({ registered: sql`${giveaways.registered} + 1` })
    .where(
      and(
        eq(giveaways.shop, shop),
        eq(giveaways.id, id),
        eq(giveaways.isDeleted, false),
        isNull(giveaways.closedAt),
        sql`(${giveaways.startDay} IS NULL OR ${giveaways.startDay} <= ${today})`,
        sql`(${giveaways.endDay} IS NULL OR ${giveaways.endDay} >= ${today})`,
        sql`(${giveaways.registrationCount} IS NULL OR ${giveaways.registered} < ${giveaways.registrationCount})`,
      ),
    )
    .returning({ number: giveaways.registered });
  return taken?.number ?? null;
}
