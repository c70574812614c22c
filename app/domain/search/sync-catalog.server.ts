import type { SyncContext } from "~/core/syncs/define-sync.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal, upstreamFailed } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { recordPublished } from "./published-index.server";
import type { SearchDocument } from "./search-document";
import { refusedText, type SearchEngine, tooManyText } from "./search-engine";
import {
  assertNoneRefused,
  countShownProducts,
  readDocuments,
  refuseDrop,
  sendDocuments,
} from "./send-documents.server";
import { readSyncState, type SyncState } from "./sync-state";

/** Both engines advise about a thousand documents in a batch. Half of that leaves room for many metafields. */
const BATCH_SIZE = 500;
/** Values that were left out and are named in the log. The others are counted. */
const MAX_NAMED = 50;
/** A sync's progress when a phase has ended (percent). */
const PROGRESS = { begun: 5, sent: 90, checked: 95 };

/** Which engine is synced. */
interface SyncedEngine {
  /** `algolia` or `solr`: also the section of its syncs. */
  name: string;
  system: string;
}

/**
 * A full sync: sends every active product to an index that is built aside, counts it there, and replaces the live one in one step.
 * After the death of its process, another one continues it. After a refusal the live index is as it was. A retry begins again.
 */
export async function syncCatalog(
  context: SyncContext,
  engine: SearchEngine,
  synced: SyncedEngine,
): Promise<ItemOutcome> {
  const stored = readSyncState(await context.readData());
  // After the owner has changed the settings, the index that was begun is in another place.
  const sync = new CatalogSync(context, engine, synced, stored?.target === engine.target ? stored : null);
  try {
    const sent = await sync.run();
    return { state: "done", message: `${sent.toLocaleString("en-US")} products are in ${synced.system}.` };
  } catch (error) {
    if (error instanceof Refusal && !context.signal.aborted) await sync.abandon();
    throw error;
  }
}

class CatalogSync {
  private state: SyncState;

  constructor(
    private readonly context: SyncContext,
    private readonly engine: SearchEngine,
    private readonly synced: SyncedEngine,
    private readonly stored: SyncState | null,
  ) {
    const index = engine.indexOf(context.jobId);
    const { target } = engine;
    const none = { cursor: 0, sent: 0, leftOut: 0, refused: [], sending: [], kept: {} };
    this.state = stored ?? { index, target, phase: "begin", ...none };
  }

  /** @returns how many products were sent */
  async run(): Promise<number> {
    if (this.stored) await this.context.log("begin", "info", `Continued after ${this.state.sent} products.`);
    else await this.removeLeftovers();
    if (this.state.phase === "begin") await this.begin();
    if (this.state.phase === "send") {
      await this.send();
      await this.check();
    }
    await this.publish();
    return this.state.sent;
  }

  /** Deletes the index of this attempt. One that can't be deleted now is deleted by the next sync. */
  async abandon(): Promise<void> {
    await this.context.saveData({ sync: null });
    // While it is published, a lost answer may mean that it is live.
    if (this.state.phase !== "publish") await this.engine.abandon(this.state.index).catch(() => undefined);
  }

  /** Also an index that an earlier attempt of this sync couldn't delete: this attempt begins with an empty one. */
  private async removeLeftovers(): Promise<void> {
    const { context, engine } = this;
    for (const name of await engine.listLeftovers())
      try {
        await engine.abandon(name);
        await context.log("begin", "info", `${name}: this index of an earlier sync was deleted.`);
      } catch (error) {
        const isOwn = name === this.state.index;
        if (isOwn || !(error instanceof Refusal) || context.signal.aborted) throw error;
        // In Solr, a person's own alias may point to it. That must not stop every sync.
        const text = `${name}: this index of an earlier sync couldn't be deleted. ${error.message}`;
        await context.log("begin", "warning", text);
      }
  }

  private async begin(): Promise<void> {
    // Remembered first: another process continues with the index that a dead one leaves.
    await this.save({ phase: "begin" });
    await this.engine.begin(this.state.index);
    await this.save({ phase: "send" });
    await this.context.log("begin", "info", `The index ${this.state.index} was created.`);
    await this.context.setProgress(PROGRESS.begun);
  }

  private async send(): Promise<void> {
    const { context, engine } = this;
    const { index, sending } = this.state;
    // Those that are no longer active aren't sent again, and would be counted.
    if (sending.length > 0) await engine.remove(index, sending);
    const total = await withShop(context.shop, countShownProducts);
    for (;;) {
      context.signal.throwIfAborted();
      const { cursor } = this.state;
      const documents = await withShop(context.shop, (tx) => readDocuments(tx, cursor, BATCH_SIZE));
      const last = documents.at(-1);
      if (!last) break;
      await this.save({ sending: documents.map(({ id }) => id) });
      await this.sendBatch(documents);
      await this.save({ cursor: last.id, sending: [] });
      const share = Math.min(1, this.state.sent / Math.max(1, total));
      await context.setProgress(PROGRESS.begun + (PROGRESS.sent - PROGRESS.begun) * share);
    }
    if (this.state.leftOut > MAX_NAMED)
      await context.log("send", "warning", `${this.state.leftOut - MAX_NAMED} more values were left out.`);
    await context.log("send", "info", `${this.state.sent} products were sent.`);
  }

  /** What it changes in the state is saved by the caller, with the cursor. */
  private async sendBatch(documents: readonly SearchDocument[]): Promise<void> {
    const { context, engine, state } = this;
    const problems: string[] = [];
    const { refused, unsent } = await sendDocuments(documents, {
      refused: state.refused,
      send: async (part) => void problems.push(...(await engine.add(state.index, part))),
    });
    const added = refused.slice(state.refused.length);
    for (const product of added) await context.log("send", "error", refusedText(product));
    const [example] = refused;
    if (unsent.length > 0 && example)
      throw upstreamFailed(`${tooManyText(this.synced.system)}, for example ${refusedText(example)}`);
    const leftOut = await this.warn(problems);
    this.state = { ...state, sent: state.sent + documents.length - added.length, leftOut, refused };
  }

  /** Compares what the engine has with what was sent, and with the live index. @throws a refusal that keeps the live index */
  private async check(): Promise<void> {
    const { context, engine } = this;
    const { index, sent, refused } = this.state;
    const count = (await engine.count(index)) ?? 0;
    if (count !== sent)
      throw upstreamFailed(
        `${sent} products were sent, but the new index has ${count}. The live index was kept. Start the sync again.`,
      );
    await assertNoneRefused(context, this.synced.system, refused);
    await refuseDrop(context, { next: count, live: await engine.countLive() });
    // Not in `publish`, which may be repeated when this index has already replaced the live one: the copy would be a new, empty index.
    const kept = await engine.copySettings(index);
    await this.save({ phase: "publish", kept });
    await context.log("check", "info", `The new index has ${count} products.`);
    await context.setProgress(PROGRESS.checked);
  }

  private async publish(): Promise<void> {
    const { context, engine } = this;
    const { index, sent, leftOut, refused, kept } = this.state;
    await engine.publish(index, kept);
    await withShop(context.shop, (tx) => recordPublished(tx, context, this.synced.name, engine));
    const live = (await engine.countLive()) ?? 0;
    const notes = [`${sent} products sent`, `${live} products in the live index`];
    if (refused.length > 0) notes.push(`products refused: ${refused.length}`);
    if (leftOut > 0) notes.push(`values left out: ${leftOut}`);
    await context.saveData({ notes });
    await context.log("publish", "info", `The live index was replaced. It has ${live} products.`);
  }

  private async save(change: Partial<SyncState>): Promise<void> {
    this.state = { ...this.state, ...change };
    await this.context.saveData({ sync: this.state });
  }

  /** Adds what was left out to the log. @returns how many values were left out so far */
  private async warn(problems: readonly string[]): Promise<number> {
    let { leftOut } = this.state;
    for (const problem of problems) {
      leftOut += 1;
      if (leftOut <= MAX_NAMED) await this.context.log("send", "warning", problem);
    }
    return leftOut;
  }
}
