import { z } from "zod";
import { seededRandom } from "./seeded-random.ts";

const rate = z.number().min(0).max(1);

/** The fault knobs. Rates are between 0 and 1, per request or delivery. Times are in milliseconds. */
export const knobsSchema = z.strictObject({
  /** Requests throttled as in Shopify's GraphQL API: HTTP 200 with `THROTTLED`. */
  throttled: rate,
  /** Requests that fail with HTTP 429 and `Retry-After`. */
  tooManyRequests: rate,
  /** Requests that fail with HTTP 500, 502, or 503 before execution. */
  serverError: rate,
  /** Requests that fail with `ACCESS_DENIED` before execution, as if a scope were missing. */
  denied: rate,
  /** Mutations whose connection is closed before execution. */
  cutBeforeCommit: rate,
  /** Mutations whose connection is closed after execution. */
  cutAfterCommit: rate,
  /** Mutations that fail with a late HTTP 504 after execution. */
  timeoutAfterCommit: rate,
  /** Executed mutations whose payload is null with an `ACCESS_DENIED` error, as if a read scope were missing. */
  deniedAfterCommit: rate,
  /** Mutations that aren't executed and return a transient error in `userErrors`. */
  userError: rate,
  /** How long search returns the previous version of a changed customer, order, product or variant. */
  indexLagMs: z.number().int().min(0).max(3_600_000),
  /** Delay before every response of the Admin API. Resetting the shop releases delayed responses. */
  latencyMs: z.number().int().min(0).max(60_000),
  webhookLost: rate,
  webhookDuplicated: rate,
  /** Deliveries that are delayed until later ones have overtaken them. */
  webhookReordered: rate,
  /** Agora requests that fail with 503 before execution. */
  agoraServerError: rate,
  /** Agora requests that are executed and get no response. */
  agoraTimeoutAfterCommit: rate,
  /** Agora requests that are refused with 422. */
  agoraRefused: rate,
  /** Salsify requests that fail with 503 before execution. */
  salsifyServerError: rate,
  /** Requests for the product feed that fail with 503. */
  feedServerError: rate,
  /** Product feeds whose connection is closed in the middle. */
  feedCutOff: rate,
  /** The share of the products that is missing in the feed. */
  feedMissing: rate,
  /** Logins that PriceSpider's servers refuse. */
  uploadLoginRefused: rate,
  /** Uploads that end early because PriceSpider's disk is full. */
  uploadDiskFull: rate,
  /** UPS requests that fail with 500 before execution. */
  upsServerError: rate,
  /** Labels that UPS sells without a response. */
  upsTimeoutAfterPurchase: rate,
  /** Algolia requests that fail with 503 before execution. */
  algoliaServerError: rate,
  /** Batches that Algolia refuses with 400. */
  algoliaRefused: rate,
  /** The largest record that Algolia's plan accepts, in bytes. */
  algoliaRecordBytes: z.number().int().min(10_000).max(100_000),
  /** Changes that Algolia accepts without a response. */
  algoliaTimeoutAfterCommit: rate,
  /** Solr requests that fail with 503 before execution. */
  solrServerError: rate,
  /** Updates that Solr refuses with 400. */
  solrRefused: rate,
  /** Updates that Solr receives without a response. */
  solrTimeoutAfterCommit: rate,
});

/** All knobs of a shop. */
export type FaultKnobs = z.infer<typeof knobsSchema>;

/** Knobs that can be set for a single operation of the Admin API. They override the shop's knobs. */
export const operationKnobsSchema = knobsSchema
  .pick({
    throttled: true,
    tooManyRequests: true,
    serverError: true,
    denied: true,
    cutBeforeCommit: true,
    cutAfterCommit: true,
    timeoutAfterCommit: true,
    deniedAfterCommit: true,
    userError: true,
    latencyMs: true,
  })
  .partial();

type OperationKnobs = z.infer<typeof operationKnobsSchema>;

const NO_FAULTS: FaultKnobs = {
  throttled: 0,
  tooManyRequests: 0,
  serverError: 0,
  denied: 0,
  cutBeforeCommit: 0,
  cutAfterCommit: 0,
  timeoutAfterCommit: 0,
  deniedAfterCommit: 0,
  userError: 0,
  indexLagMs: 0,
  latencyMs: 0,
  webhookLost: 0,
  webhookDuplicated: 0,
  webhookReordered: 0,
  agoraServerError: 0,
  agoraTimeoutAfterCommit: 0,
  agoraRefused: 0,
  salsifyServerError: 0,
  feedServerError: 0,
  feedCutOff: 0,
  feedMissing: 0,
  uploadLoginRefused: 0,
  uploadDiskFull: 0,
  upsServerError: 0,
  upsTimeoutAfterPurchase: 0,
  algoliaServerError: 0,
  algoliaRefused: 0,
  algoliaRecordBytes: 10_000,
  algoliaTimeoutAfterCommit: 0,
  solrServerError: 0,
  solrRefused: 0,
  solrTimeoutAfterCommit: 0,
};

/** The fault knobs of all shops. They are in memory, so a restart resets them. */
export class FaultBoard {
  readonly #knobs = new Map<string, FaultKnobs>();
  readonly #operations = new Map<string, OperationKnobs>();
  readonly #initial: FaultKnobs;
  readonly #seed: number;
  readonly #random = new Map<string, () => number>();
  /** Callbacks that release delayed responses, by shop. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(options: { seed: number; indexLagMs: number }) {
    this.#seed = options.seed;
    this.#initial = { ...NO_FAULTS, indexLagMs: options.indexLagMs };
  }

  /** The current knobs of a shop, or of one of its operations. */
  of(shop: string, operation?: string): FaultKnobs {
    const knobs = this.#knobs.get(shop) ?? this.#initial;
    const overrides = operation && this.#operations.get(operationKey(shop, operation));
    return overrides ? { ...knobs, ...overrides } : knobs;
  }

  /** Sets some of a shop's knobs. Throws a ZodError for an unknown knob or an invalid value. */
  set(shop: string, change: Partial<FaultKnobs>): FaultKnobs {
    const knobs = knobsSchema.parse({ ...this.of(shop), ...change });
    this.#knobs.set(shop, knobs);
    return knobs;
  }

  /** Sets knobs for an operation by its name, such as `StoreCreditCredit`. Throws a ZodError as `set` does. */
  setFor(shop: string, operation: string, change: OperationKnobs): FaultKnobs {
    const key = operationKey(shop, operation);
    this.#operations.set(key, operationKnobsSchema.parse({ ...this.#operations.get(key), ...change }));
    return this.of(shop, operation);
  }

  /** Resets a shop's knobs and restarts its random numbers, optionally with another seed. */
  reset(shop: string, seed = this.#seed): FaultKnobs {
    this.#knobs.delete(shop);
    for (const key of this.#operations.keys())
      if (key.startsWith(operationKey(shop, ""))) this.#operations.delete(key);
    this.#random.set(shop, seededRandom(seed));
    for (const release of this.#waiting.get(shop) ?? []) release();
    return this.of(shop);
  }

  /** Waits for this many milliseconds, or until the shop is reset. */
  wait(shop: string, milliseconds: number): Promise<void> {
    const waiting = this.#waiting.get(shop) ?? new Set();
    this.#waiting.set(shop, waiting);
    return new Promise((resolve) => {
      const release = () => {
        clearTimeout(timer);
        waiting.delete(release);
        resolve();
      };
      const timer = setTimeout(release, milliseconds);
      waiting.add(release);
    });
  }

  /** The shop's next random number between 0 and 1. */
  nextRandom(shop: string): number {
    let random = this.#random.get(shop);
    if (!random) {
      random = seededRandom(this.#seed);
      this.#random.set(shop, random);
    }
    return random();
  }

  /** Whether to inject a fault now. A rate of 0 uses no random number, so unused knobs don't change the sequence. */
  shouldInject(shop: string, probability: number): boolean {
    return probability > 0 && this.nextRandom(shop) < probability;
  }
}

const operationKey = (shop: string, operation: string) => `${shop} ${operation}`;
