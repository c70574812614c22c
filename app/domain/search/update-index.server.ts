import { withShop } from "~/platform/db/with-shop.server";
import { type ChangedProduct, forgetChanges, nextChanges } from "./changed-products.server";
import { isPublished } from "./published-index.server";
import { documentsById } from "./read-documents.server";
import type { RefusedProduct } from "./refused-product";
import type { SearchDocument } from "./search-document";
import type { SearchEngine } from "./search-engine";
import { sendDocuments } from "./send-documents.server";

const BATCH_SIZE = 500;

interface Batch {
  changes: ChangedProduct[];
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
 * @returns the refused products. Null when changes wait for a full sync
 */
export async function updateIndex(
  shop: string,
  engine: SearchEngine,
  { name, system, isSyncing, signal }: UpdateOptions,
): Promise<RefusedProduct[] | null> {
  let refused: RefusedProduct[] = [];
  for (let after = "0"; ; ) {
    signal.throwIfAborted();
    // Read before anything else: a sync that starts after that reads these products as they are now, or newer.
    const { changes, documents } = await readBatch(shop, name, after);
    const last = changes.at(-1);
    if (!last) return refused;
    if (await isSyncing()) return null;
    if (await hasLiveIndex(shop, engine, name)) {
      const active = new Set(documents.map(({ id }) => id));
      const ids = changes.map(({ id }) => id);
      const deletedIds = ids.filter((id) => !active.has(id));
      if (deletedIds.length > 0) await engine.update([], deletedIds);
      const send = (part: readonly SearchDocument[]) => engine.update(part, []);
      // One that was refused may have changed since.
      const others = refused.filter(({ id }) => !ids.includes(id));
      refused = await sendDocuments(documents, { system, send, refused: others });
    }
    const refusedIds = new Set(refused.map(({ id }) => id));
    const sent = changes.filter(({ id }) => !refusedIds.has(id));
    await withShop(shop, (tx) => forgetChanges(tx, shop, name, sent));
    after = last.change;
  }
}

const readBatch = (shop: string, name: string, after: string): Promise<Batch> =>
  withShop(shop, async (tx) => {
    const changes = await nextChanges(tx, shop, name, { after, limit: BATCH_SIZE });
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
