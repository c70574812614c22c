import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { type AdminApi, provesNoChange } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { finishOpenOperations } from "~/core/operations/finish-open-operations.server";
import type { OperationKind, OperationRow } from "~/core/operations/operation-kind.server";
import {
  completeOperation,
  dropOperation,
  LostLease,
  openOperation,
} from "~/core/operations/operations.server";
import { finishOperation } from "~/core/operations/run-operation.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { displayNamesSaved, displayNamesSubject } from "./audit.server";
import { changesBetween, type DisplayName, type DisplayNameChange, LIST_ID } from "./display-names";
import { readLastSave } from "./last-save.server";
import { salsifyDisplayList } from "./list";
import { LIST_CHANGED } from "./messages";
import { readStoredList, type StoredList } from "./stored-list.server";
import { displayNameSaves } from "./tables.server";

/** A save whose audit entry isn't written. */
export type OpenSave = OperationRow<typeof displayNameSaves>;

/** Saves as operations. None is a lock, because each replaces the whole list, conditional on Shopify's digest. */
export const displayNamesSave: OperationKind<typeof displayNameSaves> = {
  noun: "save of display names",
  table: displayNameSaves,
  key: ["id"],
  finishTask: "salsifyDisplay.finish-saves",
  busyMessage: LIST_CHANGED,
  lostMessage: LIST_CHANGED,
  isUndone: provesNoChange,
  keepsLease: true,
};

/** Opens a save before anything is sent. */
export const openSave = (
  { shop, administrator, clock }: CallContext,
  { digest, names: before }: StoredList,
  after: DisplayName[],
): Promise<OpenSave> =>
  withShop(shop.domain, (tx) =>
    openOperation(tx, displayNamesSave, {
      shop: shop.domain,
      id: randomUUID(),
      digest,
      before,
      after,
      savedById: administrator.id,
      savedByName: administrator.name,
      startedAt: clock.now(),
    }),
  );

/** Ends a save that is in the store: the audit entry replaces the intent, once. @returns what changed */
export async function completeSave(save: OpenSave, digest: string, now: Date): Promise<DisplayNameChange[]> {
  const { shop, savedById, savedByName } = save;
  const changes = changesBetween(save.before, save.after);
  const namesOf = (side: "before" | "after") =>
    Object.fromEntries(changes.map((change) => [change.key, change[side]]));
  try {
    await withShop(shop, async (tx) => {
      await completeOperation(tx, displayNamesSave, save, now);
      await recordAudit(tx, shop, displayNamesSaved, {
        actor: { id: savedById, name: savedByName },
        subject: { type: displayNamesSubject, id: LIST_ID },
        before: { names: namesOf("before") },
        after: { names: namesOf("after"), digest },
        flag: "showSalsifyDisplay",
      });
    });
  } catch (error) {
    // Another process, which saw the list in the store, was first.
    if (!(error instanceof LostLease)) throw error;
  }
  publishChange(shop, "showSalsifyDisplay", { list: salsifyDisplayList.name });
  return changes;
}

/**
 * Reads the stored list, and ends the open saves whose outcome it shows, also those that other processes are working on: Shopify refuses
 * each that would replace an earlier list. Everyone who replaces the list reads it here, so no save is overwritten before its audit
 * entry is written.
 */
export async function resolveOpenSaves(adminApi: AdminApi, shop: string, now: Date): Promise<StoredList> {
  // Before the list: a save that is opened in between can replace a later list than the one that is read.
  const open = await withShop(shop, (tx) =>
    tx
      .select()
      .from(displayNameSaves)
      .where(eq(displayNameSaves.shop, shop))
      .orderBy(displayNameSaves.startedAt),
  );
  const stored = await readStoredList(adminApi);
  const lastSave = open.length > 0 ? await readLastSave(shop, stored.digest) : null;
  let explainedAt = lastSave && new Date(lastSave.at);
  for (const save of open) {
    // It may still be on its way.
    if (stored.digest === save.digest) continue;
    const isStored = changesBetween(stored.names, save.after).length === 0;
    // Two people can save the same list, or one repeats a save that didn't arrive. Only one of the saves replaced the earlier list.
    const isExplained = explainedAt !== null && save.startedAt <= explainedAt;
    if (isStored && !isExplained && stored.digest !== null) {
      explainedAt = now;
      await completeSave(save, stored.digest, now);
    } else await withShop(shop, (tx) => dropOperation(tx, displayNamesSave, save, now));
  }
  return stored;
}

/** Writes the audit entry of a save whose process died, or whose answer was lost, in between. */
export const finishOpenSaves = finishOpenOperations(displayNamesSave, (abandoned) =>
  finishOperation(displayNamesSave, abandoned, async (save) => {
    const { shop } = save;
    const now = systemClock.now();
    await resolveOpenSaves(liveAdminApi(shop), shop, now);
    // Does nothing if it has ended. Otherwise it is no longer on its way.
    await withShop(shop, (tx) => dropOperation(tx, displayNamesSave, save, now));
  }),
);
