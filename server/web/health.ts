import type { RequestHandler } from "express";
import { database } from "~/platform/db/pool.server";
import { log } from "~/platform/log.server";

const patienceMs = 2000;

/**
 * `GET /healthz`: 200 when this process can serve, which means that the database answers within 2 s; else 503. The migrations
 * are done before the process listens. Refuses from the moment the process is told to end, so that a load balancer looks elsewhere.
 */
export function health(): { answer: RequestHandler; refuseFromNowOn(): void } {
  let ending = false;
  return {
    refuseFromNowOn: () => {
      ending = true;
    },
    answer: async (_request, response) => {
      const healthy = !ending && (await databaseAnswers());
      response
        .status(healthy ? 200 : 503)
        .set("Cache-Control", "no-store")
        .type("text")
        .send(healthy ? "ok" : "not ready");
    },
  };
}

async function databaseAnswers(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
    });
    await Promise.race([database().query("SELECT 1"), tooLate]);
    return true;
  } catch (error) {
    log.warn({ err: error }, "health check: the database does not answer");
    return false;
  } finally {
    clearTimeout(timer);
  }
}
