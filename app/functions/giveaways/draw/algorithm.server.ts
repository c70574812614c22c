import { createHash, createHmac } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";

/** One entry of a draw. The digest identifies the entrant without naming them. */
export interface DrawEntry {
  /** The entrant's number; entries are sorted by it. */
  number: number;
  /** How many tickets it has, at least 1. */
  weight: number;
  digest: string;
}

/** Tickets drawn before yielding to the event loop. */
const TICKETS_PER_SLICE = 200;
/** Tickets drawn between two signs of life: a fraction of a second. */
const TICKETS_PER_SIGN_OF_LIFE = 10_000;
/** A ticket is drawn from 64 bits. */
const RANGE = 2n ** 64n;

/**
 * A draw whose entries are added in order, in batches of any size. `docs/giveaways-draw.md` describes it for the public, with a
 * program that reproduces it; both must match this code.
 */
export class Draw {
  private readonly hash = createHash("sha256");
  private readonly numbers: number[] = [];
  /** The running total of tickets at the end of each entry. */
  private readonly ends: number[] = [];

  /** @throws Error for entries out of order, which would be a bug */
  add(entries: readonly DrawEntry[]): void {
    let lines = "";
    for (const { number, weight, digest } of entries) {
      if (number <= (this.numbers.at(-1) ?? 0)) throw new Error("The entries of a draw are out of order.");
      lines += `${number} ${weight} ${digest}\n`;
      this.numbers.push(number);
      this.ends.push(this.tickets + weight);
    }
    this.hash.update(lines);
  }

  get entries(): number {
    return this.numbers.length;
  }

  get tickets(): number {
    return this.ends.at(-1) ?? 0;
  }

  /** The SHA-256 of all entries so far. */
  entriesDigest(): string {
    return this.hash.copy().digest("hex");
  }

  /**
   * Draws entries without replacement: each time every remaining ticket is equally likely.
   * @param count how many; all entries when there are fewer
   * @param stayAlive called now and then. To draw nearly all of 2,000 entries with 1 to 1,000 tickets takes 11 million tickets.
   * @returns the entrants' numbers in the order in which they were drawn
   */
  async draw(seed: string, count: number, stayAlive?: () => Promise<unknown>): Promise<number[]> {
    const digest = this.entriesDigest();
    const most = Math.min(count, this.entries);
    const drawn = new Set<number>();
    const fair = RANGE - (RANGE % BigInt(this.tickets || 1));
    for (let block = 0; drawn.size < most; block += 1) {
      if (block % TICKETS_PER_SLICE === TICKETS_PER_SLICE - 1) await turn();
      if (block % TICKETS_PER_SIGN_OF_LIFE === TICKETS_PER_SIGN_OF_LIFE - 1) await stayAlive?.();
      const random = createHmac("sha256", seed).update(`${digest} ${block}`).digest().readBigUInt64BE(0);
      // Rejection sampling: without it the first tickets would be slightly more likely than the last.
      if (random >= fair) continue;
      drawn.add(this.holderOf(Number(random % BigInt(this.tickets))));
    }
    return [...drawn];
  }

  /** The entry that owns a ticket, counted from 0. */
  private holderOf(ticket: number): number {
    let [low, high] = [0, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ticket < (this.ends[middle] as number)) high = middle;
      else low = middle + 1;
    }
    return this.numbers[low] as number;
  }
}
