import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";
import type { Store } from "../data/database.ts";
import type { FaultKnobs } from "./fault-board.ts";

/** How long a simulated timeout keeps the connection open. */
const TIMEOUT_MS = 1_000;

/** A stand-in's answer. */
export interface ServiceAnswer {
  status: number;
  body: unknown;
}

/** A request to a stand-in, and its knobs. */
interface ServiceRequest {
  /** As it is counted: "algolia.batch". */
  operation: string;
  serverError: keyof FaultKnobs;
  /** For requests that change something. */
  timeoutAfterCommit: keyof FaultKnobs;
}

/** Counts and answers a request to a stand-in, with the faults that its shop has set. */
export async function answerWithFaults(
  store: Store,
  shop: string,
  response: Response,
  { operation, serverError, timeoutAfterCommit }: ServiceRequest,
  work: () => Promise<ServiceAnswer>,
): Promise<void> {
  const { faults, counters } = store;
  counters.request(shop, operation);
  const isInjected = (knob: keyof FaultKnobs) => {
    const isHit = faults.shouldInject(shop, faults.of(shop)[knob]);
    if (isHit) counters.fault(shop, knob);
    return isHit;
  };
  if (isInjected(serverError))
    return void response.status(503).type("text/html").send("<html><body>Unavailable</body></html>");
  const { status, body } = await work();
  if (response.req.method !== "GET" && status < 300 && isInjected(timeoutAfterCommit)) {
    await delay(store.delayMs(TIMEOUT_MS));
    return void response.destroy();
  }
  response.status(status).json(body);
}
