/** Batches the reads of one tick into one query. */
export class BatchLoader<T> {
  readonly #read: (ids: number[]) => Promise<ReadonlyMap<number, T>>;
  #waiting: { ids: Set<number>; answer: Promise<ReadonlyMap<number, T>> } | undefined;

  constructor(read: (ids: number[]) => Promise<ReadonlyMap<number, T>>) {
    this.#read = read;
  }

  /** The value of an id, or undefined if there is none. */
  async load(id: number): Promise<T | undefined> {
    this.#waiting ??= this.#next();
    this.#waiting.ids.add(id);
    return (await this.#waiting.answer).get(id);
  }

  #next() {
    const ids = new Set<number>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#waiting = undefined;
      return this.#read([...ids]);
    });
    return { ids, answer };
  }
}
