import { z } from "zod";
import type { AuditAction } from "~/core/audit/audit-action.server";
import type { CallContext } from "~/core/context.server";
import type { HookHandler } from "~/core/hook.server";
import {
  defineSync,
  findOpenSync,
  isOutdatedSync,
  startSync,
  startSyncFor,
} from "~/core/syncs/define-sync.server";
import { syncsListOf } from "~/core/syncs/sync";
import { productsMirror } from "~/domain/products/mirror.server";
import { requireProducts } from "~/domain/products/read-products.server";
import { BACKROOM, type Flag } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import {
  defineTask,
  EVERY_SHOP,
  NIGHTLY_SPREAD_MINUTES,
  requestTask,
  type Task,
} from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { productChanges } from "../products/hooks.server";
import type { IndexFields } from "./index-fields";
import { type EngineName, readIndexFields, storedIndexFields } from "./index-fields.server";
import { type ComparisonRun, defineComparison } from "./inspect/compare-catalog.server";
import { type SyncedEngine, searchEngines } from "./inspect/search-engines.server";
import {
  type ChangedProduct,
  forgetChanges,
  nextChanges,
  queueChanges,
  storeUpdateOutcome,
} from "./pending-changes.server";
import { isPublished, readPublishedFields } from "./published-index.server";
import type { SearchDocument } from "./search-document";
import { type RefusedProduct, type SearchEngine, tooManyText } from "./search-engine";
import { documentsById, sendDocuments } from "./send-documents.server";
import { syncCatalog } from "./sync-catalog.server";
import { NEWER_SYNC, type UpdateOutcome } from "./sync-state";

/** Changes of a product arrive one after the other, and many products change together. */
const UPDATE_AFTER_MS = 5_000;
/** While a full sync runs. */
const AFTER_SYNC_MS = 30_000;
/** While the engine refuses or doesn't answer. */
const AFTER_FAILURE_MS = 5 * 60_000;
/** The mirror of products is rebuilt two hours earlier. */
const NIGHTLY = "30 6 * * *";

interface SearchSyncDeclaration {
  /** Of the engine: also the section of its syncs. */
  name: EngineName;
  /** Of each sync. */
  title: string;
  /** The engine's name, for people. */
  system: string;
  flag: Flag;
  /** Refuses a shop in which the engine isn't set up. */
  notConfigured: string;
  isConfigured(tx: ShopTransaction, shop: string): Promise<boolean>;
  /** @param fields of the index that it writes to @throws 409 when it isn't set up */
  open(shop: string, signal: AbortSignal, fields: IndexFields): Promise<SearchEngine>;
}

/** What the sync of a search engine declares. */
type SyncDeclarations = {
  sync: SyncedEngine["sync"];
  /** A full sync every night: changes that were missed are corrected. */
  nightlySync: Task;
  /** Sends changed products to the live index. */
  updateTask: Task;
  productsChanged: HookHandler;
  /** Compares the live index with the catalog. */
  comparison: ComparisonRun;
  /** For the index inspector, which shows a product in all engines. */
  inspected: HookHandler;
};

/** The sync of a search engine. Its module names its `declarations`. */
export interface SearchSync extends SyncedEngine, SyncDeclarations {
  /** Starts a full sync. @throws 409 when the engine isn't set up, the products aren't read yet, or a sync is running */
  start(context: CallContext, started: AuditAction<null, null>): Promise<{ jobId: string }>;
  declarations: SyncDeclarations;
}

const FIRST_STEP = { label: "Send all products", input: {} };

/** Declares how a search engine gets the products: all of them by a sync, and those that change in between by a task. */
export function defineSearchSync(declaration: SearchSyncDeclaration): SearchSync {
  const { name, title, system, flag, notConfigured, isConfigured, open } = declaration;

  const sync = defineSync<Record<string, never>>({
    section: name,
    name: `${name}.sync`,
    title,
    system,
    flag,
    item: z.object({}),
    concurrency: 1,
    // After the sync had ended, changed products were sent to the live index only. What it refused is checked again.
    attemptData: ["sync", "fields", "refusedDrop", "refusedProducts"],
    async run(_input, context) {
      const { shop, signal, jobId } = context;
      try {
        await withShop(shop, (tx) => refuseOutdated(tx, shop, jobId));
        const stored = storedIndexFields(name, (await context.readData()).fields);
        const engine = await open(shop, signal, stored ?? (await readIndexFields(shop, name)));
        await context.saveData({ fields: engine.fields });
        return await syncCatalog(context, engine, { name, system });
      } catch (error) {
        if (error instanceof Refusal && !signal.aborted) await context.log("sync", "error", error.message);
        throw error;
      }
    },
  });

  /** A sync that is retried after a newer one would send what that one has sent. */
  async function refuseOutdated(tx: ShopTransaction, shop: string, id: string): Promise<void> {
    if (await isOutdatedSync(tx, shop, name, id)) throw conflict(NEWER_SYNC);
    // It may be erased and read again since the sync was started.
    await requireProducts(tx, shop);
  }

  const updateTask = defineTask({
    name: `${name}.update`,
    // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
    schedule: {
      cron: "*/5 * * * *",
      due: `EXISTS (SELECT FROM search_changes AS due WHERE due.shop = shops.shop AND due.engine = '${name}')`,
    },
    async run(shop, signal) {
      if (!(await withShop(shop, (tx) => isConfigured(tx, shop)))) return;
      const requestAgain = (afterMs: number) =>
        requestTask(updateTask, shop, { startAfter: new Date(Date.now() + afterMs) });
      const isSyncing = async () =>
        (await withShop(shop, (tx) => findOpenSync(tx, shop, sync))) !== undefined;
      try {
        const engine = await openLive(shop, signal);
        const outcome = await updateIndex(shop, engine, { name, system, isSyncing, signal });
        if (outcome === null) return await requestAgain(AFTER_SYNC_MS);
        await storeOutcome(shop, outcome);
        if (outcome.refused.length === 0) return;
        log.warn({ shop, ...outcome }, `${system} refused changed products`);
      } catch (error) {
        if (!(error instanceof Refusal) || signal.aborted) throw error;
        log.warn({ shop, err: error }, `changed products weren't sent to ${system}`);
        await storeOutcome(shop, { refused: [], problem: error.message });
      }
      await requestAgain(AFTER_FAILURE_MS);
    },
  });

  /** The engine with the fields of its live index, or those of the next one where no run says what it has. */
  async function openLive(shop: string, signal: AbortSignal): Promise<SearchEngine> {
    const published = await withShop(shop, (tx) => readPublishedFields(tx, shop, name));
    return open(shop, signal, published ?? (await readIndexFields(shop, name)));
  }

  async function queue(tx: ShopTransaction, shop: string, numbers: readonly number[]): Promise<void> {
    await queueChanges(tx, shop, name, numbers);
    await requestTask(updateTask, shop, { tx, startAfter: new Date(Date.now() + UPDATE_AFTER_MS) });
  }

  async function storeOutcome(shop: string, outcome: UpdateOutcome): Promise<void> {
    if (await withShop(shop, (tx) => storeUpdateOutcome(tx, shop, sync, outcome)))
      publishChange(shop, flag, { list: syncsListOf(name) });
  }

  const nightlySync = defineTask({
    name: `${name}.nightly-sync`,
    schedule: { cron: NIGHTLY, due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
    async run(shop) {
      await withShop(shop, async (tx) => {
        const isReady = (await isConfigured(tx, shop)) && (await productsMirror.isComplete(tx, shop));
        if (isReady && !(await findOpenSync(tx, shop, sync)))
          await startSync(tx, shop, sync, BACKROOM, [FIRST_STEP]);
      });
      publishChange(shop, flag, { list: syncsListOf(name) });
    },
  });

  const synced: SyncedEngine = { name, system, flag, sync, isConfigured, openLive, queue };
  const declarations: SyncDeclarations = {
    sync,
    nightlySync,
    updateTask,
    comparison: defineComparison(synced),
    inspected: searchEngines.handler(synced),
    productsChanged: productChanges.handler(async (tx, shop, numbers) => {
      if (await isConfigured(tx, shop)) await queue(tx, shop, numbers);
    }),
  };
  return {
    ...synced,
    ...declarations,
    declarations,
    start: (context, started) =>
      startSyncFor(context, sync, { action: started, after: null }, async (tx) => {
        const { domain } = context.shop;
        if (!(await isConfigured(tx, domain))) throw conflict(notConfigured);
        await requireProducts(tx, domain);
        return [FIRST_STEP];
      }),
  };
}

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
async function updateIndex(
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
