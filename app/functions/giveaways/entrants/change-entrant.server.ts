import { and, eq, sql } from "drizzle-orm";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import {
  entrantDisqualified,
  entrantRegistered,
  entrantReinstated,
  entrantWithdrew,
  giveawaySubject,
  ticketsChanged,
} from "../audit.server";
import { findGiveaway, recordGiveawayAudit } from "../giveaway.server";
import { ENTRANTS_LIST } from "../messages";
import { giveawayEntrants } from "../tables.server";
import type { ShopEntrant } from "./list.server";
import { REASON_NOT_VALID } from "./schemas";

/** Identifies an entrant and the version that the change is based on. */
export interface WhichEntrant {
  id: number;
  number: number;
  version?: number;
}

/**
 * Sets an entrant's tickets for future draws.
 * @param reason required for more than one ticket
 * @throws as `changeEntrant`, and 400 for extra tickets without a reason
 */
export const setWeight = (
  context: CallContext,
  { weight, reason, ...which }: WhichEntrant & { weight: number; reason: string },
): Promise<ShopEntrant> =>
  changeEntrant(context, which, async (tx, entrant) => {
    if (entrant.weight === weight) return entrant;
    if (weight > 1 && reason === "")
      throw badRequest(`reason: ${REASON_NOT_VALID}`, { reason: REASON_NOT_VALID });
    await recordGiveawayAudit(tx, entrant.shop, which.id, ticketsChanged, {
      actor: context.administrator,
      before: { entry: entrant.number, tickets: entrant.weight },
      after: { entry: entrant.number, tickets: weight, ...(reason && { reason }) },
    });
    return save(tx, entrant, { weight });
  });

/** Excludes an entrant from future draws, or reinstates them. Past draws stay as they are. @throws as `changeEntrant` */
export const setDisqualified = (
  context: CallContext,
  { reason, isDisqualified, ...which }: WhichEntrant & { reason: string; isDisqualified: boolean },
): Promise<ShopEntrant> =>
  changeEntrant(context, which, async (tx, entrant) => {
    const state = isDisqualified ? "disqualified" : "registered";
    if (entrant.state === state) return entrant;
    if (!isDisqualified && entrant.state === "withdrawn") throw conflict(WITHDREW);
    await recordGiveawayAudit(
      tx,
      entrant.shop,
      which.id,
      isDisqualified ? entrantDisqualified : entrantReinstated,
      {
        actor: context.administrator,
        before: null,
        after: { entry: entrant.number, reason },
      },
    );
    return save(tx, entrant, { state, reason });
  });

const WITHDREW =
  "This entrant withdrew. Only they can enter again, by the link in their email or the giveaway's page.";

/** Every change of an entrant. Those of their places in draws are none. */
const ENTRANT_CHANGES = [
  ticketsChanged,
  entrantDisqualified,
  entrantReinstated,
  entrantWithdrew,
  entrantRegistered,
];

/**
 * Changes one entrant under a lock.
 * @throws 404 for an unknown giveaway or entrant, 409 for one that was changed since `version` or erased
 */
async function changeEntrant(
  context: CallContext,
  { id, number, version }: WhichEntrant,
  change: (tx: ShopTransaction, entrant: ShopEntrant) => Promise<ShopEntrant>,
): Promise<ShopEntrant> {
  const { domain } = context.shop;
  const entrant = await withShop(domain, async (tx) => {
    await findGiveaway(tx, domain, id);
    const [found] = await tx
      .select()
      .from(giveawayEntrants)
      .where(isEntrant({ shop: domain, giveawayId: id, number }))
      .for("update");
    if (!found) throw notFound("This giveaway has no such entrant.");
    if (found.state === "erased") throw conflict("This entrant's data was erased, so it can't be changed.");
    if (version !== undefined && version !== found.version)
      throw await outdatedFormOf(
        tx,
        context,
        { type: giveawaySubject, id, action: ENTRANT_CHANGES, after: { entry: number } },
        "this entry",
      );
    return change(tx, found);
  });
  publishChange(domain, "showGiveaways", { list: ENTRANTS_LIST });
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
