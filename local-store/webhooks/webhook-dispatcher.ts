import type { Store } from "../data/database.ts";
import { signBody } from "./sign-body.ts";

const API_VERSION = "2026-10";
const TIMEOUT_MS = 5_000;
const CONCURRENCY = 8;
/** Longer than a delivery can take. After the lease, a delivery claimed by a crashed process is sent again. */
const LEASE_MS = 30_000;
const MINUTE = 60_000;
/** Shopify retries up to eight times over four hours. */
const RETRY_DELAYS_MS = [
  5_000,
  15_000,
  MINUTE,
  4 * MINUTE,
  15 * MINUTE,
  40 * MINUTE,
  60 * MINUTE,
  120 * MINUTE,
];

interface Delivery {
  id: number;
  shop: string;
  topic: string;
  url: string;
  webhook_id: string;
  event_id: string;
  body: string;
  triggered_at: Date;
  attempts: number;
  secret: string;
}

/** Timing options, for tests. */
export interface DispatcherOptions {
  timeoutMs?: number;
  /** The interval for checking due deliveries. Newly queued ones are sent immediately. */
  pollMs?: number;
}

/** Sends queued webhooks in the background, signed and with retries. */
export class WebhookDispatcher {
  readonly #store: Store;
  readonly #timeoutMs: number;
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<number> | undefined;
  #again = false;

  constructor(store: Store, options: DispatcherOptions = {}) {
    this.#store = store;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#pollMs = options.pollMs ?? 500;
  }

  /** Starts sending due deliveries, now and whenever they are queued or become due. */
  start(): void {
    this.#store.onDeliveriesQueued = () => this.#wake();
    this.#timer = setInterval(() => this.#wake(), this.#pollMs);
    this.#wake();
  }

  /** Stops after the deliveries in flight. Queued deliveries stay queued. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#store.onDeliveriesQueued = () => {};
    this.#again = false;
    await this.#running?.catch(() => {});
  }

  /** Sends all due deliveries and returns the number of attempts. */
  async deliverDue(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const claimed = await this.#claim();
      if (claimed.length === 0) return attempts;
      attempts += claimed.length;
      await Promise.all(claimed.map((delivery) => this.#deliver(delivery)));
    }
  }

  #wake(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.deliverDue();
    this.#running
      // The database may be unavailable for a moment. The next poll retries.
      .catch(() => {})
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.#wake();
        }
      });
  }

  async #claim(): Promise<Delivery[]> {
    const now = this.#store.clock.now();
    const { rows } = await this.#store.pool.query<Delivery>(
      `WITH due AS (
         SELECT id FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at <= $1
         ORDER BY next_attempt_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
       )
       UPDATE webhook_deliveries d SET attempts = attempts + 1, next_attempt_at = $2
       FROM due, apps a WHERE d.id = due.id AND a.api_key = d.api_key
       RETURNING d.*, a.secret`,
      [new Date(now), new Date(now + LEASE_MS), CONCURRENCY],
    );
    return rows.sort((a, b) => a.id - b.id);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const outcome = await this.#post(delivery);
    if (outcome.ok) {
      await this.#store.pool.query(
        `UPDATE webhook_deliveries SET status = 'delivered', delivered_at = $2, response_status = $3, last_error = NULL
         WHERE id = $1`,
        [delivery.id, new Date(this.#store.clock.now()), outcome.status],
      );
      return;
    }
    const delay = RETRY_DELAYS_MS[delivery.attempts - 1];
    await this.#store.pool.query(
      `UPDATE webhook_deliveries SET status = $2, next_attempt_at = $3, response_status = $4, last_error = $5
       WHERE id = $1`,
      [
        delivery.id,
        delay === undefined ? "failed" : "pending",
        new Date(this.#store.clock.now() + (delay ?? 0)),
        outcome.status,
        outcome.error,
      ],
    );
  }

  async #post(delivery: Delivery): Promise<{ ok: boolean; status: number | null; error: string | null }> {
    try {
      const response = await fetch(delivery.url, {
        method: "POST",
        body: delivery.body,
        redirect: "manual",
        signal: AbortSignal.timeout(this.#timeoutMs),
        headers: webhookHeaders(delivery),
      });
      await response.arrayBuffer();
      const error = response.ok ? null : `HTTP ${response.status}`;
      return { ok: response.ok, status: response.status, error };
    } catch (error) {
      return { ok: false, status: null, error: (error as Error).message };
    }
  }
}

function webhookHeaders(delivery: Delivery): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Shopify-Captain-Hook",
    "X-Shopify-Topic": delivery.topic,
    "X-Shopify-Hmac-Sha256": signBody(delivery.body, delivery.secret),
    "X-Shopify-Shop-Domain": delivery.shop,
    "X-Shopify-API-Version": API_VERSION,
    "X-Shopify-Webhook-Id": delivery.webhook_id,
    "X-Shopify-Event-Id": delivery.event_id,
    "X-Shopify-Triggered-At": delivery.triggered_at.toISOString(),
  };
}
