import { and, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { noteGiveaway } from "../audit.server";
import { findGiveaway } from "../giveaway.server";
import { giveawayEntrants } from "../tables.server";
import { entrantsList } from "./list";
import type { ShopEntrant } from "./read.server";

/** Which entrant is changed, and what the change was made from. */
export interface WhichEntrant {
  id: number;
  number: number;
  version?: number;
}

/** Says how many tickets an entrant has from the next draw on. @throws as `changeEntrant` */
export const setWeight = (
  context: CallContext,
  { weight, ...which }: WhichEntrant & { weight: number },
): Promise<ShopEntrant> =>
  changeEntrant(context, which, async (tx, entrant) => {
    if (entrant.weight === weight) return entrant;
    await noteGiveaway(tx, entrant.shop, which.id, {
      action: "giveaway.tickets changed",
      actor: context.administrator,
      before: { entry: entrant.number, tickets: entrant.weight },
      after: { entry: entrant.number, tickets: weight },
    });
    return save(tx, entrant, { weight });
  });

/** Leaves an entrant out of the draws to come, or lets them in again; draws that were made stay as they are. @throws as `changeEntrant` */
export const setDisqualified = (
  context: CallContext,
  { reason, isDisqualified, ...which }: WhichEntrant & { reason: string; isDisqualified: boolean },
): Promise<ShopEntrant> =>
  changeEntrant(context, which, async (tx, entrant) => {
    const state = isDisqualified ? "disqualified" : "registered";
    if (entrant.state === state) return entrant;
    await noteGiveaway(tx, entrant.shop, which.id, {
      action: isDisqualified ? "giveaway.entrant disqualified" : "giveaway.entrant reinstated",
      actor: context.administrator,
      after: { entry: entrant.number, reason },
    });
    return save(tx, entrant, { state, reason });
  });

/**
 * Changes one entrant under a lock.
 * @throws 404 for a giveaway or an entrant that is not there, 409 for one who was changed since `version` or was erased
 */
async function changeEntrant(
  { shop: { domain } }: CallContext,
  { id, number, version }: WhichEntrant,
  change: (tx: ShopTransaction, entrant: ShopEntrant) => Promise<ShopEntrant>,
): Promise<ShopEntrant> {
  const entrant = await withShop(domain, async (tx) => {
    await findGiveaway(tx, domain, id);
    const [found] = await tx
      .select()
      .from(giveawayEntrants)
      .where(isEntrant({ shop: domain, giveawayId: id, number }))
      .for("update");
    if (!found) throw notFound("This giveaway has no such entrant.");
    if (found.state === "erased")
      throw conflict("This person's data were erased, so nothing can be changed.");
    if (version !== undefined && version !== found.version)
      throw conflict(
        "Somebody changed this entrant meanwhile. Nothing of yours was saved: look at what it is now, and change it again.",
      );
    return change(tx, found);
  });
  publishChange(domain, "showGiveaways", { list: entrantsList.name });
  return entrant;
}

const isEntrant = ({ shop, giveawayId, number }: Pick<ShopEntrant, "shop" | "giveawayId" | "number">) =>
  and(
    eq(giveawayEntrants.shop, shop),
    eq(giveawayEntrants.giveawayId, giveawayId),
    eq(giveawayEntrants.number, number),
  );

async function save(
  tx: ShopTransaction,
  entrant: ShopEntrant,
  values: Partial<Pick<ShopEntrant, "weight" | "state" | "reason">>,
): Promise<ShopEntrant> {
  const [saved = entrant] = await tx
    .update(giveawayEntrants)
    .set({ ...values, version: sql`${giveawayEntrants.version} + 1` })
    .where(isEntrant(entrant))
    .returning();
  return saved;
}
