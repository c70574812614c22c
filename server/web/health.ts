import type { RequestHandler } from "express";
import { probeWrite } from "~/platform/db/commit.server";
import { log } from "~/platform/log.server";

const TIMEOUT_MS = 2000;

/**
 * `GET /healthz`: 200 when the database saves a change within 2 s, otherwise 503. Migrations run before the process listens, and it
 * stops listening when the shutdown begins, so a load balancer is refused a connection and uses other processes.
 */
export const health: RequestHandler = async (_request, response) => {
  const healthy = await savesChanges();
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
