import { seededRandom } from "../faults/seeded-random.ts";

/** Random choices for one generated record. They depend only on the seed and the record's number. */
export class RandomSource {
  private readonly next: () => number;

  constructor(seed: number, number: number) {
    this.next = seededRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35));
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An item of the list. Throws a RangeError if the list is empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new RangeError("The list is empty.");
    return item;
  }
}
