import type http from "node:http";

/** How long requests that are under way may take once the process is told to end. */
const patienceMs = 7000;

/**
 * Stops accepting connections and resolves when the last request under way has been answered (or its patience is over, and its
 * connection is cut). Connections that are kept alive are closed as soon as they are idle.
 */
export async function closeGracefully(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A kept-alive connection becomes idle only after its answer, and would then wait for a next request that we do not want.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(patience);
}
