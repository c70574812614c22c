import { and, asc, eq, lte } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { lockSettings } from "~/core/settings/stored-setting.server";
import { type Administrator, BACKROOM, mayUse } from "~/platform/auth/permission";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { type Clock, systemClock } from "~/platform/clock";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import {
  endWaiting,
  mailRequester,
  publishSafeguard,
  recordCanceled,
  saveValue,
} from "./change-safeguard.server";
import { safeguardNamed } from "./safeguard.server";
import { safeguardChanges } from "./tables.server";

export type SafeguardChange = typeof safeguardChanges.$inferSelect;
type Caller = Pick<CallContext, "shop" | "administrator" | "clock">;

/** The changes that wait, of safeguards that the administrator may agree to, oldest first. */
export async function listWaiting({ shop, administrator }: Caller): Promise<SafeguardChange[]> {
  const rows = await withShop(shop.domain, (tx) =>
    tx
      .select()
      .from(safeguardChanges)
      .where(and(eq(safeguardChanges.shop, shop.domain), eq(safeguardChanges.state, "waiting")))
      .orderBy(asc(safeguardChanges.requestedAt), asc(safeguardChanges.id)),
  );
  return rows.filter(({ flag }) => mayUse(administrator, flag));
}

/**
 * Puts a looser value into effect, as the second person.
 * @throws 403 for the person who requested it and without its flag, 404 for an unknown change, 409 when it has ended
 */
export async function agreeToChange(caller: Caller, id: string): Promise<SafeguardChange> {
  const { shop, administrator, clock } = caller;
  const change = await withShop(shop.domain, async (tx) => {
    const waiting = await lockWaiting(tx, caller, id);
    if (waiting.requestedById === administrator.id)
      throw forbidden("You requested this change. Someone else must agree, or it takes effect by itself.");
    await apply(tx, shop, waiting, { state: "agreed", actor: administrator, at: clock.now() });
    return waiting;
  });
  publishSafeguard(shop.domain, safeguardNamed(change.safeguard));
  return change;
}

/**
 * Cancels a looser value before it takes effect.
 * @throws 403 without its flag, 404 for an unknown change, 409 when it has ended
 */
export async function cancelChange(caller: Caller, id: string): Promise<SafeguardChange> {
  const { shop, administrator, clock } = caller;
  const change = await withShop(shop.domain, async (tx) => {
    const waiting = await lockWaiting(tx, caller, id);
    const ended = { state: "canceled", endedAt: clock.now(), endedByName: administrator.name } as const;
    await endWaiting(tx, shop.domain, waiting, ended);
    await recordCanceled(tx, waiting, administrator);
    await mailRequester(tx, shop, waiting, { by: administrator, decision: "canceled" });
    return waiting;
  });
  publishSafeguard(shop.domain, safeguardNamed(change.safeguard));
  return change;
}

/** Puts the looser values into effect that have waited long enough. @returns how many */
export async function applyDueChanges(domain: string, clock: Clock): Promise<number> {
  const shop = await findShop(domain);
  if (!shop) return 0;
  const isDue = and(
    eq(safeguardChanges.shop, domain),
    eq(safeguardChanges.state, "waiting"),
    lte(safeguardChanges.dueAt, clock.now()),
  );
  const due = await withShop(domain, (tx) =>
    tx.select({ id: safeguardChanges.id }).from(safeguardChanges).where(isDue),
  );
  let applied = 0;
  for (const { id } of due) {
    // One that can't be applied must not hold up the others. The next run tries it again.
    const change = await withShop(domain, async (tx) => {
      await lockSettings(tx, domain);
      const [waiting] = await tx
        .select()
        .from(safeguardChanges)
        .where(and(isDue, eq(safeguardChanges.id, id)))
        .for("update");
      if (waiting) await apply(tx, shop, waiting, { state: "due", actor: BACKROOM, at: clock.now() });
      return waiting;
    }).catch((error: unknown) => {
      log.error(
        { shop: domain, change: id, err: error },
        "a waiting change of a safeguard could not be applied",
      );
      return undefined;
    });
    if (!change) continue;
    applied += 1;
    publishSafeguard(domain, safeguardNamed(change.safeguard));
  }
  return applied;
}

export const applyDueSafeguards = defineTask({
  name: "safeguards.apply-due",
  schedule: {
    cron: "*/5 * * * *",
    due: "EXISTS (SELECT FROM safeguard_changes AS due WHERE due.shop = shops.shop AND due.state = 'waiting' AND due.due_at <= now())",
  },
  run: async (shop) => void (await applyDueChanges(shop, systemClock)),
});

async function lockWaiting(
  tx: ShopTransaction,
  { shop, administrator }: Caller,
  id: string,
): Promise<SafeguardChange> {
  await lockSettings(tx, shop.domain);
  const [change] = await tx
    .select()
    .from(safeguardChanges)
    .where(and(eq(safeguardChanges.shop, shop.domain), eq(safeguardChanges.id, id)))
    .for("update");
  if (!change) throw notFound("This change doesn't exist.");
  if (!mayUse(administrator, change.flag)) throw forbidden();
  if (change.state !== "waiting")
    throw conflict(`${endedText(change)} Reload the page to see the current value.`);
  return change;
}

function endedText({ state, endedByName }: SafeguardChange): string {
  switch (state) {
    case "agreed":
      return `${endedByName} has already agreed to this change.`;
    case "canceled":
      return `${endedByName} has canceled this change.`;
    case "replaced":
      return `${endedByName} has changed this limit since, so this change no longer waits.`;
    default:
      return "This change has taken effect, because its time was over.";
  }
}

async function apply(
  tx: ShopTransaction,
  shop: Shop,
  change: SafeguardChange,
  { state, actor, at }: { state: "agreed" | "due"; actor: Pick<Administrator, "id" | "name">; at: Date },
): Promise<void> {
  const safeguard = safeguardNamed(change.safeguard);
  const { subjectId, title, beforeText, afterText } = change;
  await endWaiting(tx, shop.domain, change, { state, endedAt: at, endedByName: actor.name });
  await saveValue(tx, shop, safeguard, {
    subjectId,
    title,
    value: safeguard.value.parse(change.value.value),
    texts: { before: beforeText, after: `${afterText}, requested by ${change.requestedByName}` },
    actor,
    at,
  });
  await mailRequester(tx, shop, change, { by: actor, decision: "put into effect" });
}
