import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { calendarDay } from "~/platform/day";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { noteGiveaway } from "../audit.server";
import { readCommitment } from "../draw/seeds.server";
import { entrantsList } from "../entrants/list";
import { phaseOf, type ShopGiveaway } from "../giveaway.server";
import { giveawaysList } from "../list";
import type { Phase } from "../messages";
import { giveawayEntrants, giveaways } from "../tables.server";

/** Somebody who wants to take part, checked. */
export interface Applicant {
  firstName: string;
  lastName: string;
  email: string;
}

/** What somebody who opens the page is shown. */
export type OpenedGiveaway =
  | { is: "unknown" }
  | { is: Exclude<Phase, "open">; giveaway: ShopGiveaway }
  | { is: "open"; giveaway: ShopGiveaway; commitment: string | null };

/** What came of registering. */
export type Registered =
  | Exclude<OpenedGiveaway, { is: "open" }>
  | { is: "registered"; giveaway: ShopGiveaway; number: number; digest: string }
  | { is: "registered before"; giveaway: ShopGiveaway };

/** Who registers; nobody is signed in there. */
const VISITOR = { id: "visitor", name: "A visitor" };

async function findByKey(tx: ShopTransaction, shop: string, key: string): Promise<ShopGiveaway | undefined> {
  const [giveaway] = await tx
    .select()
    .from(giveaways)
    .where(and(eq(giveaways.shop, shop), eq(giveaways.key, key), eq(giveaways.isDeleted, false)));
  return giveaway;
}

/** The giveaway behind a public address. Opening it changes nothing. */
export async function openGiveaway(
  { domain, timeZone }: Shop,
  key: string,
  now: Date,
): Promise<OpenedGiveaway> {
  return withShop(domain, async (tx) => {
    const giveaway = await findByKey(tx, domain, key);
    if (!giveaway) return { is: "unknown" };
    const phase = phaseOf(giveaway, now, timeZone);
    if (phase !== "open") return { is: phase, giveaway };
    const committed = await readCommitment(tx, domain, giveaway.id, 1);
    return { is: "open", giveaway, commitment: committed?.commitment ?? null };
  });
}

/**
 * Registers somebody: one entry per address, only while the giveaway is open, never more than its Registration Count. One
 * UPDATE with all of these conditions takes the place and gives the number, so that it holds however many come at once.
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
    const number = await takePlace(tx, giveaway, calendarDay(now, timeZone));
    if (number === null) {
      const latest = (await findByKey(tx, domain, key)) ?? giveaway;
      const phase = phaseOf(latest, now, timeZone);
      // Deleted, or changed, in this very moment.
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
    await noteGiveaway(tx, domain, giveaway.id, {
      action: "giveaway.registered",
      actor: VISITOR,
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
    // The same address at the same moment: the other one has the place, and this one's was given back.
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

/** Takes a place, and with it the next number; null when there is none to be had. @param today YYYY-MM-DD in the shop's calendar */
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
