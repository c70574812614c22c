import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { database } from "../db/pool.server";

/** What `/metrics` shows of this process. */
export const metrics = new Registry();

/** The most routes with counts of their own. Further ones are counted together, or a scanner would fill the memory. */
const MAX_ROUTES = 300;

const requestSeconds = new Histogram({
  name: "backroom_request_seconds",
  help: "Requests by route and status, with how long they took.",
  labelNames: ["method", "route", "status"],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

const routes = new Set<string>();

/** Counts an answered request. @param path without its query */
export function countRequest(method: string, path: string, status: number, milliseconds: number): void {
  const route = routeName(path);
  if (routes.size < MAX_ROUTES && status !== 404) routes.add(route);
  const known = routes.has(route) ? route : "other";
  requestSeconds.observe({ method, route: known, status }, milliseconds / 1_000);
}

/** A path without ids, links and files: `/api/credits/statement/:id`. */
export const routeName = (path: string): string =>
  path
    .replace(/^\/assets\/.*/, "/assets")
    .split("/")
    .slice(0, 6)
    .map((part) => (/\d|^.{40,}$|[@%.:]/.test(part) ? ":id" : part))
    .join("/");

/** Open realtime connections. */
export const openSockets = new Gauge({
  name: "backroom_sockets",
  help: "Open realtime connections.",
  registers: [metrics],
});

/** Slots of a worker that work on a message, by queue. */
export const busySlots = new Gauge({
  name: "backroom_slots_busy",
  help: "Slots of the worker that work on a job or a task.",
  labelNames: ["queue"],
  registers: [metrics],
});

/** All slots of a worker, by queue. */
export const allSlots = new Gauge({
  name: "backroom_slots",
  help: "Slots of the worker.",
  labelNames: ["queue"],
  registers: [metrics],
});

/** Answers of Shopify that refused a request because the shop's points were used up. */
export const throttledAnswers = new Counter({
  name: "backroom_shopify_throttled_total",
  help: "Requests that Shopify refused because the shop's points were used up.",
  labelNames: ["shop"],
  registers: [metrics],
});

new Gauge({
  name: "backroom_pool_connections",
  help: "Connections of the process's pool: in use, idle, and requests that wait for one.",
  labelNames: ["state"],
  registers: [metrics],
  collect() {
    const { totalCount, idleCount, waitingCount } = database();
    this.set({ state: "used" }, totalCount - idleCount);
    this.set({ state: "idle" }, idleCount);
    this.set({ state: "waiting" }, waitingCount);
  },
});
