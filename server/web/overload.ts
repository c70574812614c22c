import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";

/** Beyond this the process answers people later than they would retry. */
const longestDelayMs = 1000;
const retryAfterSeconds = "2";

/**
 * Refuses requests with 503 and Retry-After while too many wait already, or while the event loop is so late that taking more
 * would make everybody wait (guarantee R25: overload is answered, and it ends when the load does).
 */
export function refuseOverload({ mostInFlight }: { mostInFlight: number }): RequestHandler {
  let inFlight = 0;
  const isLate = eventLoopWatch();
  return (_request, response, next) => {
    if (inFlight >= mostInFlight || isLate()) {
      response.setHeader("Retry-After", retryAfterSeconds);
      const msg = "Too many requests wait at the moment. Please try again in a few seconds.";
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
    // The mean over the last half second: one long garbage collection is no overload.
    late = histogram.mean / 1e6 > longestDelayMs;
    histogram.reset();
  }, 500).unref();
  return () => late;
}
