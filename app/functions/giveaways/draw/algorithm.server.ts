import { createHash, createHmac } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";

/** One entry of a draw. It names nobody: the digest is what the entrant is known by. */
export interface DrawEntry {
  /** The entrant's number; entries stand in the order of these. */
  number: number;
  /** How many tickets it has, from 1. */
  weight: number;
  digest: string;
}

/** Tickets drawn between two looks at what else the process has to do. */
const TICKETS_AT_ONCE = 200;
/** A ticket is drawn from 64 bits. */
const RANGE = 2n ** 64n;

/**
 * A draw whose entries are added in their order, any number at a time. It is described for everybody in
 * `docs/giveaways-draw.md`, with a program that runs it again; both must stay the same as this.
 */
export class Draw {
  private readonly hash = createHash("sha256");
  private readonly numbers: number[] = [];
  /** How many tickets there are up to the end of each entry. */
  private readonly ends: number[] = [];

  /** @throws Error for entries out of order, which would be a fault of the program */
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

  /** The SHA-256 of all entries. Entries that are added later are in a later digest only. */
  entriesDigest(): string {
    return this.hash.copy().digest("hex");
  }

  /**
   * Draws entries without putting any back: each time every ticket of those who are left is as likely as any other.
   * @param count how many; all of them where there are no more
   * @returns the entrants' numbers in the order in which they were drawn
   */
  async draw(seed: string, count: number): Promise<number[]> {
    const digest = this.entriesDigest();
    const most = Math.min(count, this.entries);
    const drawn = new Set<number>();
    const fair = RANGE - (RANGE % BigInt(this.tickets || 1));
    for (let block = 0; drawn.size < most; block += 1) {
      if (block % TICKETS_AT_ONCE === TICKETS_AT_ONCE - 1) await turn();
      const random = createHmac("sha256", seed).update(`${digest} ${block}`).digest().readBigUInt64BE(0);
      // Beyond it the first tickets would be a little more likely than the last.
      if (random >= fair) continue;
      drawn.add(this.holderOf(Number(random % BigInt(this.tickets))));
    }
    return [...drawn];
  }

  /** Whose ticket this is, counted from 0. */
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
