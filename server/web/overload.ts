import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";

/** Above this event loop delay, people would retry before they get a response. */
const MAX_DELAY_MS = 1000;
const RETRY_AFTER_SECONDS = "2";

/**
 * Refuses requests with 503 and Retry-After while too many are in flight or the event loop is too slow, so that the process recovers
 * as soon as the load decreases.
 */
export function refuseOverload({ maxInFlight }: { maxInFlight: number }): RequestHandler {
  let inFlight = 0;
  const isLate = eventLoopWatch();
  return (_request, response, next) => {
    if (inFlight >= maxInFlight || isLate()) {
      response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
      const msg = "Too many requests are waiting. Please try again in a few seconds.";
      response.status(503).json({ status: false, msg, errMsg: msg, code: "OVERLOADED" });
      return;
    }
    inFlight++;
    response.once("close", () => {
      inFlight--;
    });
    next();
  };
}

function eventLoopWatch(): () => boolean {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let late = false;
  setInterval(() => {
    // The mean over half a second, because one long garbage collection isn't an overload.
    late = histogram.mean / 1e6 > MAX_DELAY_MS;
    histogram.reset();
  }, 500).unref();
  return () => late;
}
