import type { RequestHandler } from "express";
import { probeWrite } from "~/platform/db/commit.server";
import { log } from "~/platform/log.server";

const TIMEOUT_MS = 2000;

/**
 * `GET /healthz`: 200 when the database saves a change within 2 s, otherwise 503. Migrations run before the process listens. While it
 * ends it is unhealthy, so a load balancer uses other processes before this one refuses connections.
 * @param ending aborted when the shutdown begins
 */
export const health =
  (ending: AbortSignal): RequestHandler =>
  async (_request, response) => {
    const healthy = !ending.aborted && (await savesChanges());
    response
      .status(healthy ? 200 : 503)
      .set("Cache-Control", "no-store")
      .type("text")
      .send(healthy ? "ok" : "not ready");
  };

async function savesChanges(): Promise<boolean> {
  try {
    await probeWrite(TIMEOUT_MS);
    return true;
  } catch (error) {
    log.warn({ err: error }, "health check: nothing can be saved to the database");
    return false;
  }
}
