import type pg from "pg";
import type { ShopConfig } from "../config.ts";
import type { Clock } from "../data/clock.ts";
import { type Store, transaction } from "../data/database.ts";
import { RandomSource } from "../demo/random-source.ts";

/** The clock of a history: each event sets it before it happens. */
export class HistoryClock implements Clock {
  #now: number;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now(): number {
    return this.#now;
  }

  set(at: Date): void {
    this.#now = at.getTime();
  }
}

/** What a chapter writes with. */
export interface History {
  /** The store at the time of the clock. */
  store: Store;
  clock: HistoryClock;
  shop: ShopConfig;
  /** The start day: everything is before it. */
  start: Date;
  /** 1 for the first shop. The second one has a tenth. */
  scale: number;
  random(purpose: number): RandomSource;
}

/** Runs `work` in one transaction: the store's services begin theirs as parts of it. A history that is interrupted leaves nothing. */
export function asOneTransaction<T>(
  store: Store,
  clock: Clock,
  work: (store: Store, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(store, (client) => {
    const part = partOf(client);
    const pool = {
      connect: async () => part,
      query: client.query.bind(client),
    } as unknown as pg.Pool;
    return work({ ...store, pool, clock }, client);
  });
}

const NESTED: Readonly<Record<string, string>> = {
  BEGIN: "SAVEPOINT part",
  COMMIT: "RELEASE SAVEPOINT part",
  ROLLBACK: "ROLLBACK TO SAVEPOINT part",
};

/** The client, for services: their transactions are savepoints, and it isn't released. */
function partOf(client: pg.PoolClient): pg.PoolClient {
  const query = (text: unknown, ...values: unknown[]) =>
    Reflect.apply(client.query, client, [
      typeof text === "string" ? (NESTED[text] ?? text) : text,
      ...values,
    ]);
  return new Proxy(client, {
    get: (target, name) => {
      if (name === "query") return query;
      if (name === "release") return () => undefined;
      return Reflect.get(target, name, target);
    },
  });
}

/** The random choices of a shop's history. */
export const randomOf = (seed: number) => (purpose: number) =>
  new RandomSource(seed, 1_200_000_000 + purpose);

const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Letters and digits that can't be confused. */
export const letters = (random: RandomSource, length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[random.below(CODE_LETTERS.length)]).join("");

/** A UUID from the seeded source. */
export function uuidFrom(random: RandomSource): string {
  const hex = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-8${hex(3)}-8${hex(3)}-${hex(12)}`;
}
