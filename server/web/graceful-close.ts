import type http from "node:http";

/** How long requests in flight may take after the shutdown began. */
const GRACE_MS = 7000;

/**
 * Stops accepting connections and resolves when the last request in flight is answered, or its connection is closed after the grace
 * period. Keep-alive connections are closed when they are idle.
 */
export async function closeGracefully(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A keep-alive connection becomes idle after its response, and would then wait for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const graceTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(graceTimer);
}
