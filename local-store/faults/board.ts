import { z } from "zod";
import { seededRandom } from "./random.ts";

const share = z.number().min(0).max(1);

/** The knobs: shares are of requests or deliveries, between 0 and 1; times are milliseconds. */
export const knobsSchema = z.strictObject({
  /** Answered as Shopify throttles GraphQL: HTTP 200, `THROTTLED`. */
  throttled: share,
  /** Answered with HTTP 429 and `Retry-After`. */
  tooManyRequests: share,
  /** Answered with HTTP 500, 502 or 503; nothing is executed. */
  serverError: share,
  /** Refused as a whole with `ACCESS_DENIED`, as without the scope that the operation needs; nothing is executed. */
  denied: share,
  /** Mutations that never arrive: the connection is cut, nothing is executed. */
  cutBeforeCommit: share,
  /** Mutations that are applied, and then the connection is cut. */
  cutAfterCommit: share,
  /** Mutations that are applied, and then answered with a late HTTP 504. */
  timeoutAfterCommit: share,
  /** Mutations that are applied, and whose answer has a hole with an `ACCESS_DENIED` beside it, as for a scope that was not granted. */
  deniedAfterCommit: share,
  /** Mutations that are not applied and answer one `userErrors` entry of a passing fault. */
  userError: share,
  /** How long search shows the previous version of a changed customer. */
  indexLagMs: z.number().int().min(0).max(3_600_000),
  /** Added before every answer of the Admin API; answers that wait leave when the shop is calmed down. */
  latencyMs: z.number().int().min(0).max(60_000),
  webhookLost: share,
  webhookDuplicated: share,
  /** Deliveries held back so that later ones overtake them. */
  webhookReordered: share,
  /** Requests that Agora's stand-in answers with 503; nothing is taken over. */
  agoraServerError: share,
  /** Requests that Agora's stand-in takes over, and then never answers. */
  agoraTimeoutAfterCommit: share,
  /** Requests that Agora's stand-in refuses with 422. */
  agoraRefused: share,
});

/** One shop's knobs, all of them. */
export type FaultKnobs = z.infer<typeof knobsSchema>;

/** The knobs that can be turned for one operation of the Admin API alone; the others keep the shop's. */
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

const CALM: FaultKnobs = {
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
};

/** The fault knobs of every shop. In memory: a restarted store is calm again. */
export class FaultBoard {
  readonly #knobs = new Map<string, FaultKnobs>();
  readonly #operations = new Map<string, OperationKnobs>();
  readonly #initial: FaultKnobs;
  readonly #seed: number;
  readonly #draws = new Map<string, () => number>();
  /** What lets the answers go that wait for the shop's latency. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(options: { seed: number; indexLagMs: number }) {
    this.#seed = options.seed;
    this.#initial = { ...CALM, indexLagMs: options.indexLagMs };
  }

  /** The shop's knobs as they stand, or those of one of its operations. */
  of(shop: string, operation?: string): FaultKnobs {
    const knobs = this.#knobs.get(shop) ?? this.#initial;
    const own = operation && this.#operations.get(operationKey(shop, operation));
    return own ? { ...knobs, ...own } : knobs;
  }

  /** Turns the named knobs of a shop and leaves the others. Throws a ZodError on an unknown knob or a wrong value. */
  set(shop: string, change: Partial<FaultKnobs>): FaultKnobs {
    const knobs = knobsSchema.parse({ ...this.of(shop), ...change });
    this.#knobs.set(shop, knobs);
    return knobs;
  }

  /** Turns the named knobs for one operation (by its name, such as `StoreCreditCredit`). Throws as `set` does. */
  setFor(shop: string, operation: string, change: OperationKnobs): FaultKnobs {
    const key = operationKey(shop, operation);
    this.#operations.set(key, operationKnobsSchema.parse({ ...this.#operations.get(key), ...change }));
    return this.of(shop, operation);
  }

  /** Back to how the store was opened, with the draws starting over; `seed` replaces the seed. */
  reset(shop: string, seed = this.#seed): FaultKnobs {
    this.#knobs.delete(shop);
    for (const key of this.#operations.keys())
      if (key.startsWith(operationKey(shop, ""))) this.#operations.delete(key);
    this.#draws.set(shop, seededRandom(seed));
    for (const letGo of this.#waiting.get(shop) ?? []) letGo();
    return this.of(shop);
  }

  /** Waits so long (milliseconds), or until the shop is calm again. */
  wait(shop: string, milliseconds: number): Promise<void> {
    const waiting = this.#waiting.get(shop) ?? new Set();
    this.#waiting.set(shop, waiting);
    return new Promise((resolve) => {
      const letGo = () => {
        clearTimeout(timer);
        waiting.delete(letGo);
        resolve();
      };
      const timer = setTimeout(letGo, milliseconds);
      waiting.add(letGo);
    });
  }

  /** The next number between 0 and 1 of the shop's own series of draws. */
  draw(shop: string): number {
    let draw = this.#draws.get(shop);
    if (!draw) {
      draw = seededRandom(this.#seed);
      this.#draws.set(shop, draw);
    }
    return draw();
  }

  /** Whether a fault of this share strikes now. Draws only when the share is above 0, so idle knobs change no series. */
  strikes(shop: string, likelihood: number): boolean {
    return likelihood > 0 && this.draw(shop) < likelihood;
  }
}

const operationKey = (shop: string, operation: string) => `${shop} ${operation}`;
