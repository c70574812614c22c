import { withShop } from "~/platform/db/with-shop.server";
import { type ChangedProduct, forgetChanges, nextChanges, queueChanges } from "./pending-changes.server";
import { isPublished } from "./published-index.server";
import type { SearchDocument } from "./search-document";
import { type RefusedProduct, type SearchEngine, tooManyText } from "./search-engine";
import { documentsById, sendDocuments } from "./send-documents.server";
import type { UpdateOutcome } from "./sync-state";

const BATCH_SIZE = 500;

interface Batch {
  changes: ChangedProduct[];
  /** Of the active ones, in the order of their changes. */
  documents: SearchDocument[];
}

interface UpdateOptions {
  name: string;
  /** For people. */
  system: string;
  /** Whether a full sync hasn't ended. Changes then wait, because they would be lost with the index that it replaces. */
  isSyncing: () => Promise<boolean>;
  signal: AbortSignal;
}

/**
 * Sends the products that changed to the live index, until none is left. Where no full sync has published it, they are forgotten: the
 * first one will send them. A product that the engine refuses stays queued, and doesn't hold back the others.
 * @returns what wasn't sent. Null when changes wait for a full sync
 */
export async function updateIndex(
  shop: string,
  engine: SearchEngine,
  { name, system, isSyncing, signal }: UpdateOptions,
): Promise<UpdateOutcome | null> {
  let refused: RefusedProduct[] = [];
  let isComplete = true;
  for (let after = "0"; ; ) {
    signal.throwIfAborted();
    // Read before anything else: a sync that starts after that reads these products as they are now, or newer.
    const { changes, documents } = await readBatch(shop, name, after);
    const last = changes.at(-1);
    if (!last) break;
    if (await isSyncing()) return null;
    const unsentIds = new Set<number>();
    if (await hasLiveIndex(shop, engine, name)) {
      const active = new Set(documents.map(({ id }) => id));
      const ids = changes.map(({ id }) => id);
      const deletedIds = ids.filter((id) => !active.has(id));
      if (deletedIds.length > 0) await engine.update([], deletedIds);
      const send = (part: readonly SearchDocument[]) => engine.update(part, []);
      // One that was refused may have changed since.
      const others = refused.filter(({ id }) => !ids.includes(id));
      const outcome = await sendDocuments(documents, { send, refused: others });
      refused = outcome.refused;
      if (outcome.unsent.length > 0) isComplete = false;
      for (const { id } of [...refused, ...outcome.unsent]) unsentIds.add(id);
    }
    const sent = changes.filter(({ id }) => !unsentIds.has(id));
    await withShop(shop, (tx) => forgetChanges(tx, shop, name, sent));
    after = last.change;
  }
  if (isComplete) return { refused, problem: null };
  // Behind the others, so that the next attempt doesn't stop at the same products.
  const ids = refused.map(({ id }) => id);
  await withShop(shop, (tx) => queueChanges(tx, shop, name, ids));
  return { refused, problem: `${tooManyText(system)}. ${OTHERS_WAIT}` };
}

const OTHERS_WAIT = "The products behind them are sent with the next attempts.";

const readBatch = (shop: string, name: string, after: string): Promise<Batch> =>
  withShop(shop, async (tx) => {
    const changes = await nextChanges(tx, shop, name, { after, limit: BATCH_SIZE });
    const ids = changes.map(({ id }) => id);
    const documents = new Map((await documentsById(tx, ids)).map((document) => [document.id, document]));
    return { changes, documents: ids.flatMap((id) => documents.get(id) ?? []) };
  });

async function hasLiveIndex(shop: string, engine: SearchEngine, name: string): Promise<boolean> {
  const wasPublished = await withShop(shop, (tx) => isPublished(tx, shop, name, engine.target));
  // It may have been deleted in the engine since. Changes alone would make an index of a few products.
  return wasPublished && (await engine.countLive()) !== null;
}
