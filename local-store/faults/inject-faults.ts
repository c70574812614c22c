import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";
import type { Store } from "../data/database.ts";

const SERVER_ERRORS = [500, 502, 503] as const;
/** The delay before a 504. */
const GATEWAY_TIMEOUT_MS = 1_000;

/** Injects a failure before execution. Returns false if no fault is injected. */
export function failRequest(store: Store, shop: string, operation: string, response: Response): boolean {
  const { faults, counters } = store;
  const knobs = faults.of(shop, operation);
  if (faults.shouldInject(shop, knobs.tooManyRequests)) {
    counters.fault(shop, "tooManyRequests");
    response
      .status(429)
      .set("Retry-After", "1.0")
      .json({ errors: "Exceeded 2 calls per second for api client." });
    return true;
  }
  if (faults.shouldInject(shop, knobs.serverError)) {
    counters.fault(shop, "serverError");
    const status = SERVER_ERRORS[Math.floor(faults.nextRandom(shop) * SERVER_ERRORS.length)] ?? 500;
    response.status(status).type("text/html").send("<html><body>Something went wrong.</body></html>");
    return true;
  }
  if (faults.shouldInject(shop, knobs.denied)) {
    counters.fault(shop, "denied");
    const message = `Access denied for ${operation}.`;
    response.json({ errors: [{ message, extensions: { code: "ACCESS_DENIED" } }] });
    return true;
  }
  return false;
}

/** Closes the connection before a mutation is executed. Returns false if no fault is injected. */
export function cutBeforeCommit(store: Store, shop: string, operation: string, response: Response): boolean {
  const { faults, counters } = store;
  if (!faults.shouldInject(shop, faults.of(shop, operation).cutBeforeCommit)) return false;
  counters.fault(shop, "cutBeforeCommit");
  response.destroy();
  return true;
}

/** An entry of `errors` for a denied field. */
interface Denial {
  message: string;
  path: string[];
  extensions: { code: "ACCESS_DENIED" };
}

/**
 * Replaces the objects and lists in the payload of an applied mutation with null, except `userErrors`, as Shopify does if the read scope is missing. Returns an error for each
 * denied field, and an empty list if no fault is injected.
 */
export function denyAfterCommit(
  store: Store,
  shop: string,
  operation: string,
  data: Record<string, unknown>,
): Denial[] {
  const { faults, counters } = store;
  if (!faults.shouldInject(shop, faults.of(shop, operation).deniedAfterCommit)) return [];
  const denials: Denial[] = [];
  for (const [mutation, payload] of Object.entries(data)) {
    const fields = (payload ?? {}) as Record<string, unknown>;
    for (const [field, value] of Object.entries(fields)) {
      if (field === "userErrors" || value === null || typeof value !== "object") continue;
      fields[field] = null;
      const message = `Access denied for ${field} field.`;
      denials.push({ message, path: [mutation, field], extensions: { code: "ACCESS_DENIED" } });
    }
  }
  if (denials.length > 0) counters.fault(shop, "deniedAfterCommit");
  return denials;
}

/** Closes the connection or sends a late 504 after a mutation was applied. Returns false if no fault is injected. */
export async function cutAfterCommit(
  store: Store,
  shop: string,
  operation: string,
  response: Response,
): Promise<boolean> {
  const { faults, counters } = store;
  const knobs = faults.of(shop, operation);
  if (faults.shouldInject(shop, knobs.cutAfterCommit)) {
    counters.fault(shop, "cutAfterCommit");
    response.destroy();
    return true;
  }
  if (faults.shouldInject(shop, knobs.timeoutAfterCommit)) {
    counters.fault(shop, "timeoutAfterCommit");
    await delay(store.delayMs(GATEWAY_TIMEOUT_MS));
    response.status(504).type("text/html").send("<html><body>Gateway Timeout</body></html>");
    return true;
  }
  return false;
}
