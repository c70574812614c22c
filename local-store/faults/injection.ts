import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";
import type { Store } from "../data/database.ts";

const SERVER_ERRORS = [500, 502, 503] as const;
/** How late the 504 comes. */
const GATEWAY_TIMEOUT_MS = 1_000;

/** Answers a request with an injected failure before anything is executed; false when no knob strikes. */
export function failInstead(store: Store, shop: string, operation: string, response: Response): boolean {
  const { faults, counters } = store;
  const knobs = faults.of(shop, operation);
  if (faults.strikes(shop, knobs.tooManyRequests)) {
    counters.fault(shop, "tooManyRequests");
    response
      .status(429)
      .set("Retry-After", "1.0")
      .json({ errors: "Exceeded 2 calls per second for api client." });
    return true;
  }
  if (faults.strikes(shop, knobs.serverError)) {
    counters.fault(shop, "serverError");
    const status = SERVER_ERRORS[Math.floor(faults.draw(shop) * SERVER_ERRORS.length)] ?? 500;
    response.status(status).type("text/html").send("<html><body>Something went wrong.</body></html>");
    return true;
  }
  if (faults.strikes(shop, knobs.denied)) {
    counters.fault(shop, "denied");
    const message = `Access denied for ${operation}.`;
    response.json({ errors: [{ message, extensions: { code: "ACCESS_DENIED" } }] });
    return true;
  }
  return false;
}

/** Before a mutation is carried out: cuts the connection, as if it had never arrived; false when the knob does not strike. */
export function cutBeforeCommit(store: Store, shop: string, operation: string, response: Response): boolean {
  const { faults, counters } = store;
  if (!faults.strikes(shop, faults.of(shop, operation).cutBeforeCommit)) return false;
  counters.fault(shop, "cutBeforeCommit");
  response.destroy();
  return true;
}

/** An entry of `errors` that says where the answer has a hole. */
interface Denial {
  message: string;
  path: string[];
  extensions: { code: "ACCESS_DENIED" };
}

/**
 * After a mutation was applied: takes out of its answer what it made, and names each hole as Shopify does where a scope was not
 * granted. Empty when the knob does not strike, or nothing was made.
 */
export function denyAfterCommit(
  store: Store,
  shop: string,
  operation: string,
  data: Record<string, unknown>,
): Denial[] {
  const { faults, counters } = store;
  if (!faults.strikes(shop, faults.of(shop, operation).deniedAfterCommit)) return [];
  const denials: Denial[] = [];
  for (const [mutation, payload] of Object.entries(data)) {
    const fields = (payload ?? {}) as Record<string, unknown>;
    for (const [field, made] of Object.entries(fields)) {
      if (field === "userErrors" || made === null || typeof made !== "object") continue;
      fields[field] = null;
      const message = `Access denied for ${field} field.`;
      denials.push({ message, path: [mutation, field], extensions: { code: "ACCESS_DENIED" } });
    }
  }
  if (denials.length > 0) counters.fault(shop, "deniedAfterCommit");
  return denials;
}

/** After a mutation was applied: cuts the connection or answers a late 504; false when no knob strikes. */
export async function cutAfterCommit(
  store: Store,
  shop: string,
  operation: string,
  response: Response,
): Promise<boolean> {
  const { faults, counters } = store;
  const knobs = faults.of(shop, operation);
  if (faults.strikes(shop, knobs.cutAfterCommit)) {
    counters.fault(shop, "cutAfterCommit");
    response.destroy();
    return true;
  }
  if (faults.strikes(shop, knobs.timeoutAfterCommit)) {
    counters.fault(shop, "timeoutAfterCommit");
    await delay(GATEWAY_TIMEOUT_MS);
    response.status(504).type("text/html").send("<html><body>Gateway Timeout</body></html>");
    return true;
  }
  return false;
}
