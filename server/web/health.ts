import type { RequestHandler } from "express";
import { database } from "~/platform/db/pool.server";
import { log } from "~/platform/log.server";

const TIMEOUT_MS = 2000;

/**
 * `GET /healthz`: 200 when the database answers within 2 s, otherwise 503. Migrations run before the process listens, and it stops
 * listening when the shutdown begins, so a load balancer is refused a connection and uses other processes.
 */
export const health: RequestHandler = async (_request, response) => {
  const healthy = await databaseAnswers();
  response
    .status(healthy ? 200 : 503)
    .set("Cache-Control", "no-store")
    .type("text")
    .send(healthy ? "ok" : "not ready");
};

async function databaseAnswers(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    });
    await Promise.race([database().query("SELECT 1"), timeout]);
    return true;
  } catch (error) {
    log.warn({ err: error }, "health check: the database does not answer");
    return false;
  } finally {
    clearTimeout(timer);
  }
}
