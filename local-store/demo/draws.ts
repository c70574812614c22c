import { seededRandom } from "../faults/random.ts";

/** Random decisions for one made-up thing: the same seed and number give the same thing, whatever was made before it. */
export class Draws {
  private readonly next: () => number;

  constructor(seed: number, number: number) {
    this.next = seededRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35));
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True in this share of the cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of the list. Throws a RangeError when there is nothing to choose from. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new RangeError("There is nothing to choose from.");
    return chosen;
  }
}
