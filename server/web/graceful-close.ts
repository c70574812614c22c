import type http from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A load balancer that checks each second, and stops sending after the second failure, has stopped by then. */
const DRAIN_MS = 2500;

/** How long requests in flight may take after the process stopped accepting others. */
const GRACE_MS = 5500;

const SWEEP_MS = 50;

/**
 * Goes on answering, and closes each connection after its answer. A request can't meet the end of its connection then, as it could on an
 * idle one that is closed at the moment at which a load balancer uses it. Resolves when no connection is left, or after the time in
 * which a load balancer notices that the process isn't healthy.
 */
export async function drain(server: http.Server): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  const end = performance.now() + DRAIN_MS;
  while (performance.now() < end && (await countConnections(server)) > 0) await pause(SWEEP_MS);
}

function countConnections(server: http.Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

/**
 * Stops accepting connections and resolves when the last request in flight is answered, or its connection is closed after the grace
 * period. Keep-alive connections are closed when they are idle.
 */
export async function closeGracefully(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A keep-alive connection becomes idle after its response, and would then wait for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const graceTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(graceTimer);
}
