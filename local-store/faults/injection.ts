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
  return false;
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
