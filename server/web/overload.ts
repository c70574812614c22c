import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler, Response } from "express";
import { ArrivingBodies, BODY_LIMITS, type BodyLimits } from "./arriving-bodies.ts";
import { refuse } from "./refuse.ts";

/** Above this event loop delay, people would retry before they get a response. */
const MAX_DELAY_MS = 1000;
const RETRY_AFTER_SECONDS = "2";

/**
 * Refuses requests with 503 and Retry-After while too many are in flight or the event loop is too slow, so that the process recovers
 * as soon as the load decreases. A request is in flight as soon as its body has arrived.
 */
export function refuseOverload({
  maxInFlight,
  bodies = BODY_LIMITS,
}: {
  maxInFlight: number;
  bodies?: BodyLimits;
}): RequestHandler {
  let inFlight = 0;
  const arriving = new ArrivingBodies(bodies);
  const isLate = eventLoopWatch();
  return (request, response, next) => {
    const isOverloaded = () => inFlight >= maxInFlight || isLate();
    const count = () => {
      inFlight++;
      response.once("close", () => {
        inFlight--;
      });
    };
    if (isOverloaded()) return refuseExcess(response);
    arriving
      .admit(request, response, count)
      .then((admission) => {
        if (admission === "refused" || response.closed) return;
        if (admission === "complete") {
          // Other requests may have taken the last place while this one was examined.
          if (isOverloaded()) return refuseExcess(response);
          count();
        }
        next();
      })
      .catch(next);
  };
}

function refuseExcess(response: Response): void {
  response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  refuse(response, 503, "OVERLOADED", "Too many requests are waiting. Please try again in a few seconds.");
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
