import { z } from "zod";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
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
 */
export const deletionNotice = (
  { isUndoable, deletedBy }: Deletion,
  said: { done: string; before: string; undo: PageCall },
) =>
  isUndoable
    ? { text: said.done, undo: { label: "Undo", call: said.undo } }
    : { level: "info" as const, text: `${said.before}${deletedBy ? ` by ${deletedBy}` : ""}.` };
