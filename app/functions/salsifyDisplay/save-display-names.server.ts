import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { type AdminApi, NoAnswer, provesNoChange, refuseUserErrors } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import type { IntentDefinition, IntentRow } from "~/core/intents/intent-definition.server";
import { completeIntent, dropIntent, LostLease, openIntent } from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { systemClock } from "~/platform/clock";
import { formatInstant } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, type Refusal } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import {
  changesBetween,
  type DisplayName,
  type DisplayNameChange,
  LIST_CHANGED,
  LIST_ID,
  salsifyDisplayList,
} from "./display-names";
import {
  checkList,
  displayNamesSaved,
  displayNamesSubject,
  LIST_METAFIELD,
  readLastSave,
  readStoredList,
  type StoredList,
} from "./stored-list.server";
import { displayNameSaves } from "./tables.server";

interface SaveRequest {
  updateList: readonly DisplayName[];
  /** Of the list that the caller read. */
  id?: string | null;
  /** The digest that was read. Undefined: the caller doesn't compare it. */
  digest?: string | null;
}

interface SavedList {
  success: true;
  metaFieldId: string | null;
  digest: string | null;
  /** How many display names changed. */
  changed: number;
}

/**
 * Replaces the list of display names, and audits what changed.
 * @throws 400 with row and field for what isn't valid, 409 when the list was saved since the caller read it, 502 when Shopify refuses
 * or doesn't answer
 */
export async function saveDisplayNames(
  context: CallContext,
  { updateList, id, digest }: SaveRequest,
): Promise<SavedList> {
  const names = checkList(updateList);
  const adminApi = liveAdminApi(context.shop.domain);
  const stored = await resolveOpenSaves(adminApi, context.shop.domain, context.clock.now());
  // Also a repetition of a request whose answer was lost.
  if (changesBetween(stored.names, names).length === 0) return savedList(stored, 0);
  if (!id && digest === undefined && stored.metaFieldId !== null)
    throw badRequest("id is missing. Send the metaFieldId of the list that you read.", { id: "is missing" });
  const isCurrent = (id || null) === stored.metaFieldId && (digest === undefined || digest === stored.digest);
  if (!isCurrent) throw await conflictWith(context, stored);
  const save = await openSave(context, stored, names);
  return runIntent(displayNamesSave, save, context.clock, async ({ assertHeld }) => {
    const written = await write(context, adminApi, stored, save, assertHeld);
    const changes = await completeSave(save, written.digest, context.clock.now());
    return savedList(written, changes.length);
  });
}

const savedList = ({ metaFieldId, digest }: Pick<StoredList, "metaFieldId" | "digest">, changed: number) =>
  ({ success: true, metaFieldId, digest, changed }) satisfies SavedList;

/** Writes the list, unless it was changed since it was read. */
async function write(
  context: CallContext,
  adminApi: AdminApi,
  { shopGid, digest }: StoredList,
  save: OpenSave,
  beforeSending: () => Promise<void>,
): Promise<{ metaFieldId: string; digest: string }> {
  const metafield = {
    ownerId: shopGid,
    ...LIST_METAFIELD,
    type: "json",
    value: JSON.stringify(save.after),
    compareDigest: digest,
  };
  try {
    const { metafieldsSet: answer } = await adminApi.run(
      metafieldsSet,
      { metafields: [metafield] },
      { beforeSending },
    );
    if (answer?.userErrors.some(({ code }) => code === "STALE_OBJECT"))
      throw await conflictWith(context, await readStoredList(adminApi));
    refuseUserErrors("save the display names", answer);
    const [written] = answer?.metafields ?? [];
    if (written) return { metaFieldId: written.id, digest: written.compareDigest };
    throw new NoAnswer("Shopify didn't confirm the display names. Load the list again.", true);
  } catch (error) {
    return recover(adminApi, save, error);
  }
}

/** After an error: the outcome of a request whose answer was lost is in the store. */
async function recover(
  adminApi: AdminApi,
  save: OpenSave,
  error: unknown,
): Promise<{ metaFieldId: string; digest: string }> {
  if (provesNoChange(error)) throw error;
  // Without an answer here, the save stays open, and the task finishes it.
  const { metaFieldId, digest, names } = await readStoredList(adminApi).catch(() => {
    throw error;
  });
  const isStored = digest !== save.digest && changesBetween(names, save.after).length === 0;
  if (!isStored || metaFieldId === null || digest === null) throw error;
  return { metaFieldId, digest };
}

/** The refusal for a caller whose list is out of date: who saved, when, and what. */
async function conflictWith({ shop }: CallContext, { digest }: StoredList): Promise<Refusal> {
  const lastSave = await readLastSave(shop.domain, digest);
  const next = "Your changes weren't saved. Load the list again, then apply them to it.";
  if (!lastSave) return conflict(`The list was changed outside Backroom since you loaded it. ${next}`);
  const { by, at, changes } = lastSave;
  const [first, ...others] = changes;
  const what = `${first?.key}${others.length > 0 ? ` and ${others.length} more` : ""}`;
  const when = formatInstant(new Date(at), shop.timeZone).dateTime;
  return conflict(`${by.name} changed ${what} on ${when}, since you loaded the list. ${next}`);
}

/** A save whose audit entry isn't written. */
export type OpenSave = IntentRow<typeof displayNameSaves>;

/** Saves as intents. None is a lock, because each replaces the whole list, conditional on Shopify's digest. */
export const displayNamesSave: IntentDefinition<typeof displayNameSaves> = {
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
    openIntent(tx, displayNamesSave, {
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
      await completeIntent(tx, displayNamesSave, save, now);
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
    } else await withShop(shop, (tx) => dropIntent(tx, displayNamesSave, save, now));
  }
  return stored;
}

/** Writes the audit entry of a save whose process died, or whose answer was lost, in between. */
export const finishOpenSaves = finishOpenIntents(displayNamesSave, (abandoned) =>
  finishIntent(displayNamesSave, abandoned, async (save) => {
    const { shop } = save;
    const now = systemClock.now();
    await resolveOpenSaves(liveAdminApi(shop), shop, now);
    // Does nothing if it has ended. Otherwise it is no longer on its way.
    await withShop(shop, (tx) => dropIntent(tx, displayNamesSave, save, now));
  }),
);
