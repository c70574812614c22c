import { liveAdminApi } from "~/connectors/shopify/live.server";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { type AdminApi, NoAnswer, provesNoChange } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import type { CallContext } from "~/core/context.server";
import { runOperation } from "~/core/operations/run-operation.server";
import { formatInstant } from "~/platform/dates/instant";
import { badRequest, conflict, type Refusal } from "~/platform/errors";
import { checkList } from "./check-list.server";
import { changesBetween, type DisplayName } from "./display-names";
import { readLastSave } from "./last-save.server";
import {
  completeSave,
  displayNamesSave,
  type OpenSave,
  openSave,
  resolveOpenSaves,
} from "./open-saves.server";
import { LIST_METAFIELD, readStoredList, type StoredList } from "./stored-list.server";

interface SaveRequest {
  updateList: readonly DisplayName[];
  /** Of the list that the caller read. */
  id?: string | null;
  /** The same. Undefined: the caller doesn't compare it. */
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
  return runOperation(displayNamesSave, save, context.clock, async ({ assertHeld }) => {
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
