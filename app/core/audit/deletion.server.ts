import { z } from "zod";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { PageCall } from "~/platform/page-call";
import { type RecordedChange, readLatestEntries } from "./latest-entry.server";
import type { ChangingPerson } from "./outdated-form.server";

/** Whose deletion it is, in the answer of a call that deletes a record, archives it or deactivates it. */
export const deletionFields = {
  /** Not when someone else had deleted it before: doing it again changed nothing. Also after a lost answer, your own one is. */
  isUndoable: z.boolean(),
  /** The name of who deleted it. Null when that isn't known. */
  deletedBy: z.string().nullable(),
};

export type Deletion = z.infer<z.ZodObject<typeof deletionFields>>;

/** Whose the latest deletion of each record is. The caller deleted them, or found them deleted. */
export async function readDeletions(
  tx: ShopTransaction,
  { shop, administrator }: ChangingPerson,
  recorded: RecordedChange,
  ids: readonly string[],
): Promise<(id: string) => Deletion> {
  const entries = await readLatestEntries(tx, shop.domain, recorded, ids);
  return (id) => {
    const entry = entries.get(id);
    return { isUndoable: entry?.actorId === administrator.id, deletedBy: entry?.actorName ?? null };
  };
}

/** In the input of a call that restores a record, activates it or reactivates it: whether it is the Undo of the caller's own deletion. */
export const undoFields = { isUndo: z.boolean("must be true or false").default(false) };

/**
 * Since the caller's own deletion, the record may have been restored, and deleted again by someone else.
 * @param recorded how deletions of the deleted record are recorded
 * @param deleted what was done: "deleted this event"
 * @throws 409 when the latest deletion is someone else's
 */
export async function assertOwnDeletion(
  tx: ShopTransaction,
  { shop, administrator }: ChangingPerson,
  { id, ...recorded }: RecordedChange & { id: string | number },
  deleted: string,
): Promise<void> {
  const entry = (await readLatestEntries(tx, shop.domain, recorded, [String(id)])).get(String(id));
  if (entry && entry.actorId !== administrator.id)
    throw conflict(
      `${entry.actorName} ${deleted} again since, so Undo didn't restore it. Ask them before you restore it.`,
    );
}

/** As `readDeletions`, for the one record that a call has just deleted. */
export const readDeletion = (
  context: ChangingPerson,
  recorded: RecordedChange,
  id: string | number,
): Promise<Deletion> =>
  withShop(context.shop.domain, async (tx) =>
    (await readDeletions(tx, context, recorded, [String(id)]))(String(id)),
  );

/**
 * The notice after a deletion, with its Undo. Someone else's deletion is theirs to undo.
 * @param said.done after the reader's own deletion
 * @param said.before after someone else's deletion: "The pool A was already archived"
 * @param said.undo with `isUndo`, where it restores the same record
 */
export const deletionNotice = (
  { isUndoable, deletedBy }: Deletion,
  said: { done: string; before: string; undo: PageCall },
) =>
  isUndoable
    ? { text: said.done, undo: { label: "Undo", call: said.undo } }
    : { level: "info" as const, text: `${said.before}${deletedBy ? ` by ${deletedBy}` : ""}.` };
