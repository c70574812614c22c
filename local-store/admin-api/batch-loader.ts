/** Batches the reads of one tick into one query. */
export class BatchLoader<T, Key = number> {
  readonly #read: (keys: Key[]) => Promise<ReadonlyMap<Key, T>>;
  #waiting: { keys: Set<Key>; answer: Promise<ReadonlyMap<Key, T>> } | undefined;

  constructor(read: (keys: Key[]) => Promise<ReadonlyMap<Key, T>>) {
    this.#read = read;
  }

  /** The value of a key, such as an id, or undefined if there is none. */
  async load(key: Key): Promise<T | undefined> {
    this.#waiting ??= this.#next();
    this.#waiting.keys.add(key);
    return (await this.#waiting.answer).get(key);
  }

  #next() {
    const keys = new Set<Key>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#waiting = undefined;
      return this.#read([...keys]);
    });
    return { keys, answer };
  }
}
