import { withShop } from "~/platform/db/with-shop.server";
import { type ChangedProduct, forgetChanges, nextChanges } from "./changed-products.server";
import { isPublished } from "./published-index.server";
import { documentsById } from "./read-documents.server";
import type { SearchDocument } from "./search-document";
import type { SearchEngine } from "./search-engine";

const BATCH_SIZE = 500;

interface Batch {
  changes: ChangedProduct[];
  documents: SearchDocument[];
}

/**
 * Sends the products that changed to the live index, until none is left. Where no full sync has published it, they are forgotten: the
 * first one will send them.
 * @param isSyncing whether a full sync hasn't ended. Changes then wait, because they would be lost with the index that it replaces
 * @returns false when they wait for a full sync
 */
export async function updateIndex(
  shop: string,
  engine: SearchEngine,
  { name, isSyncing, signal }: { name: string; isSyncing: () => Promise<boolean>; signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    // Read before anything else: a sync that starts after that reads these products as they are now, or newer.
    const { changes, documents } = await readBatch(shop, name);
    if (changes.length === 0) return true;
    if (await isSyncing()) return false;
    if (await hasLiveIndex(shop, engine, name)) {
      const active = new Set(documents.map(({ id }) => id));
      await engine.update(
        documents,
        changes.map(({ id }) => id).filter((id) => !active.has(id)),
      );
    }
    await withShop(shop, (tx) => forgetChanges(tx, shop, name, changes));
  }
}

const readBatch = (shop: string, name: string): Promise<Batch> =>
  withShop(shop, async (tx) => {
    const changes = await nextChanges(tx, shop, name, BATCH_SIZE);
    return {
      changes,
      documents: await documentsById(
        tx,
        changes.map(({ id }) => id),
      ),
    };
  });

async function hasLiveIndex(shop: string, engine: SearchEngine, name: string): Promise<boolean> {
  const wasPublished = await withShop(shop, (tx) => isPublished(tx, shop, name, engine.target));
  // It may have been deleted in the engine since. Changes alone would make an index of a few products.
  return wasPublished && (await engine.countLive()) !== null;
}
