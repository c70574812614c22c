import { and, eq, gt } from "drizzle-orm";
import type { Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { type EntryOutcome, publicEntries } from "./tables.server";

/** A form of a public page whose entries count when the owner of the mailbox has confirmed them. */
export interface PublicForm<Data extends object = object> {
  kind: "public form";
  /** As it is stored with its entries. */
  name: string;
  /** Who holds this flag sees the confirmation emails. */
  flag: Flag;
  /**
   * Applies the limits and turns an entry into a record, once: by `settleEntry`, or by an operation that is safe to repeat and
   * `settleEntry` after it.
   */
  confirm(shop: Shop, entry: PublicEntry<Data>): Promise<EntryOutcome>;
}

/** All declared forms by their name. */
export type PublicForms = ReadonlyMap<string, PublicForm>;

/** Declares a public form. Name it under `declares` of its module. */
export const definePublicForm = <Data extends object>(
  form: Omit<PublicForm<Data>, "kind">,
): PublicForm<Data> => ({ kind: "public form", ...form });

/** An entry that waits for its confirmation, or was confirmed less than a day ago. */
export type PublicEntry<Data extends object = object> = Omit<typeof publicEntries.$inferSelect, "data"> & {
  data: Data;
};

/** Shown for an entry that was dismissed, has expired, or was entered again since the page was opened. */
export const ENTRY_GONE: EntryOutcome = {
  title: "This has changed",
  text: "It was entered again, was removed, or has expired since you opened this page. Nothing was confirmed.",
  isDone: false,
};

const isEntry = ({ shop, id }: Pick<PublicEntry, "shop" | "id">) =>
  and(eq(publicEntries.shop, shop), eq(publicEntries.id, id));

/**
 * Records what the confirmation of an entry did, in the transaction of `work`. What the visitor entered is removed from the entry, and its
 * file belongs to the record from now on. Of two clicks, the second one gets the outcome of the first.
 * @param work creates the record. It doesn't run for an entry that was confirmed before
 */
export function settleEntry(
  { shop, id }: Pick<PublicEntry, "shop" | "id">,
  now: Date,
  work: (tx: ShopTransaction) => Promise<EntryOutcome>,
): Promise<EntryOutcome> {
  return withShop(shop, async (tx) => {
    const [entry] = await tx
      .select({ outcome: publicEntries.outcome })
      .from(publicEntries)
      .where(and(isEntry({ shop, id }), gt(publicEntries.expiresAt, now)))
      .for("update");
    if (!entry) return ENTRY_GONE;
    if (entry.outcome) return entry.outcome;
    const outcome = await work(tx);
    // A refused entry keeps its file, which is deleted with it.
    const settled = { outcome, details: [], data: {}, ...(outcome.isDone && { attachmentId: null }) };
    await tx.update(publicEntries).set(settled).where(isEntry({ shop, id }));
    return outcome;
  });
}
