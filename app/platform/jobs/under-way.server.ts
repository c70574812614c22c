import { setTimeout as wait } from "node:timers/promises";
import type { ItemOutcome, RunnableJob } from "./job.server";
import type { jobItems } from "./tables.server";

type Item = typeof jobItems.$inferSelect;

/** An item of a job, and what came of it. */
export interface Ended {
  item: Item;
  outcome: ItemOutcome;
}

/** So many may be asked for and not yet be looked after: whoever does them sets the pace. */
const MOST_AT_ONCE = 20;
/** So many may wait for another attempt. */
const MOST_PUT_OFF = 1_000;
const LOOK_EVERY_MS = 100;
const LOOK_AT_PUT_OFF_EVERY_MS = 2_000;

/** What is said of an item when its job ends before it does. */
const LEFT: ItemOutcome = {
  state: "failed",
  message:
    "The job was stopped while this was on its way; it ends by itself. Retry this row to see what became of it.",
};

/**
 * The items of a job that have asked for something which ends elsewhere, such as a mail that the mail server is to take. Kept in
 * memory only: after a crash they are worked on again, under their own operation id, and ask for nothing twice.
 */
export class UnderWay {
  private readonly asked = new Map<number, { item: Item; ref: string; isPutOff: boolean }>();
  private lookedAtPutOffAt = 0;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly shop: string,
    private readonly kind: Pick<RunnableJob, "name" | "settle">,
    private readonly finish: (ended: readonly Ended[]) => Promise<void>,
  ) {}

  get count(): number {
    return this.asked.size;
  }

  has = ({ position }: Item): boolean => this.asked.has(position);

  add(item: Item, ref: string): void {
    if (!this.kind.settle)
      throw new Error(`The work "${this.kind.name}" cannot say what becomes of its items.`);
    this.asked.set(item.position, { item, ref, isPutOff: false });
  }

  /** Waits until another item may be asked for. */
  async room(isOver: () => boolean): Promise<void> {
    await this.lookWhile(() => this.isFull() && !isOver());
  }

  /** Waits until all have ended. */
  async allSettled(isOver: () => boolean): Promise<void> {
    await this.lookWhile(() => this.asked.size > 0 && !isOver());
  }

  /** The job ends: what is open now stays so. */
  async leave(): Promise<void> {
    if (this.asked.size > 0) await this.look();
    await this.finish([...this.asked.values()].map(({ item }) => ({ item, outcome: LEFT })));
    this.asked.clear();
  }

  private isFull(): boolean {
    const putOff = this.refs(true).length;
    return this.asked.size - putOff >= MOST_AT_ONCE || putOff >= MOST_PUT_OFF;
  }

  private async lookWhile(isOpen: () => boolean): Promise<void> {
    while (isOpen()) {
      await this.look();
      if (isOpen()) await wait(LOOK_EVERY_MS);
    }
  }

  /** One look at a time, however many lanes wait for it. */
  private look(): Promise<void> {
    this.looking ??= this.settle().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async settle(): Promise<void> {
    const isTime = performance.now() - this.lookedAtPutOffAt > LOOK_AT_PUT_OFF_EVERY_MS;
    if (isTime) this.lookedAtPutOffAt = performance.now();
    const refs = [...this.refs(false), ...(isTime ? this.refs(true) : [])];
    if (refs.length === 0) return;
    const fates = await this.kind.settle?.(this.shop, refs);
    const ended: Ended[] = [];
    for (const open of this.asked.values()) {
      const fate = fates?.get(open.ref);
      if (fate === "put off") open.isPutOff = true;
      else if (fate) ended.push({ item: open.item, outcome: fate });
    }
    await this.finish(ended);
    for (const { item } of ended) this.asked.delete(item.position);
  }

  private refs(isPutOff: boolean): string[] {
    return [...this.asked.values()].filter((open) => open.isPutOff === isPutOff).map(({ ref }) => ref);
  }
}
