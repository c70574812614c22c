import { randomUUID } from "node:crypto";
import { and, asc, eq, like } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { settings } from "~/platform/auth/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { displayNamesSaved, displayNamesSubject } from "./audit.server";
import { changesBetween, type DisplayName, type DisplayNameChange, LIST_ID } from "./display-names";
import { salsifyDisplayList } from "./list";
import { readStoredList, type StoredList } from "./stored-list.server";

const PREFIX = "salsifyDisplay.save.";
/** After this long, a save that isn't in the store didn't happen: no request to Shopify lasts that long (milliseconds). */
const MAX_SAVE_MS = 60_000;

/**
 * An intent: a save that was started and whose audit entry isn't written. It is a row of `settings`, because each save replaces the
 * whole list, conditional on Shopify's digest: no lease is needed.
 */
export interface OpenSave {
  shop: string;
  key: string;
  startedAt: Date;
  administrator: { id: string; name: string };
  /** The digest of the list that the save replaces. */
  digest: string | null;
  before: DisplayName[];
  after: DisplayName[];
}

type StoredSave = Pick<OpenSave, "digest" | "before" | "after"> & { name: string };

/** Writes the intent before anything is sent, and requests the task that finishes it in case this process can't. */
export async function openSave(
  { shop, administrator, clock }: CallContext,
  stored: StoredList,
  after: DisplayName[],
): Promise<OpenSave> {
  const { digest, names: before } = stored;
  const { id, name } = administrator;
  const startedAt = clock.now();
  const key = `${PREFIX}${randomUUID()}`;
  await withShop(shop.domain, async (tx) => {
    const value: StoredSave = { name, digest, before, after };
    await tx.insert(settings).values({ shop: shop.domain, key, value, changedAt: startedAt, changedBy: id });
    await requestTask(finishOpenSaves, shop.domain, {
      tx,
      startAfter: new Date(startedAt.getTime() + MAX_SAVE_MS),
    });
  });
  return { shop: shop.domain, key, startedAt, administrator: { id, name }, digest, before, after };
}

/** Ends a save that is in the store: the audit entry replaces the intent, once. @returns what changed */
export async function completeSave(save: OpenSave, digest: string): Promise<DisplayNameChange[]> {
  const { shop, key, administrator } = save;
  const changes = changesBetween(save.before, save.after);
  const namesOf = (side: "before" | "after") =>
    Object.fromEntries(changes.map((change) => [change.key, change[side]]));
  await withShop(shop, async (tx) => {
    const { rowCount } = await tx.delete(settings).where(and(eq(settings.shop, shop), eq(settings.key, key)));
    // Another process, which saw the list in the store, was first.
    if (rowCount === 0) return;
    await recordAudit(tx, shop, displayNamesSaved, {
      actor: administrator,
      subject: { type: displayNamesSubject, id: LIST_ID },
      before: { names: namesOf("before") },
      after: { names: namesOf("after"), digest },
      flag: "showSalsifyDisplay",
    });
  });
  publishChange(shop, "showSalsifyDisplay", { list: salsifyDisplayList.name });
  return changes;
}

/** Ends a save that didn't happen. */
export async function dropSave({ shop, key }: OpenSave): Promise<void> {
  await withShop(shop, (tx) =>
    tx.delete(settings).where(and(eq(settings.shop, shop), eq(settings.key, key))),
  );
}

/**
 * Ends the open saves whose outcome the stored list shows. Everyone who replaces the list calls this with what they replace, so no
 * save is overwritten before its audit entry is written.
 * @returns how many stay open, because they may still be on their way
 */
export async function resolveOpenSaves(shop: string, stored: StoredList, now: Date): Promise<number> {
  let open = 0;
  let isExplained = false;
  for (const save of await readOpenSaves(shop)) {
    const isReplaced = stored.digest !== save.digest;
    const isStored = isReplaced && changesBetween(stored.names, save.after).length === 0;
    if (isStored && !isExplained && stored.digest !== null) {
      // Two people can save the same list. Only one of them replaced the earlier one.
      isExplained = true;
      await completeSave(save, stored.digest);
    } else if (isReplaced || now.getTime() - save.startedAt.getTime() > MAX_SAVE_MS) await dropSave(save);
    else open += 1;
  }
  return open;
}

async function readOpenSaves(shop: string): Promise<OpenSave[]> {
  const rows = await withShop(shop, (tx) =>
    tx
      .select()
      .from(settings)
      .where(and(eq(settings.shop, shop), like(settings.key, `${PREFIX}%`)))
      .orderBy(asc(settings.changedAt)),
  );
  return rows.map(({ key, value, changedAt, changedBy }) => {
    const { name, ...save } = value as StoredSave;
    return { shop, key, startedAt: changedAt, administrator: { id: changedBy, name }, ...save };
  });
}

/** Writes the audit entry of a save whose process died, or whose answer was lost, in between. */
export const finishOpenSaves: Task = {
  name: "salsifyDisplay.finish-saves",
  // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
  schedule: "*/5 * * * *",
  async run(shop) {
    if ((await readOpenSaves(shop)).length === 0) return;
    const open = await resolveOpenSaves(shop, await readStoredList(liveAdminApi(shop)), new Date());
    if (open > 0) {
      await requestTask(finishOpenSaves, shop, { startAfter: new Date(Date.now() + MAX_SAVE_MS) });
    }
  },
};
