import { setTimeout as delay } from "node:timers/promises";
import { json, type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import {
  type AgoraResponse,
  findShopByApiKey,
  listRequests,
  listUsers,
  logRequest,
  upsertUser,
  userSchema,
} from "./directory.ts";

/** How long a simulated timeout keeps the connection open. */
const TIMEOUT_MS = 1_000;

/**
 * The API of the Agora stand-in: `POST /agora/users` with a bearer key and an idempotency key. For scripts and tests,
 * `GET /agora.json?shop=` returns its users and the logged requests.
 */
export function agoraRoutes(store: Store): Router {
  const router = Router();
  router.post("/agora/users", json({ limit: "100kb" }), (request, response, next) => {
    answer(store, request, response).catch(next);
  });
  router.get("/agora.json", (request, response, next) => {
    const shop = String(request.query.shop ?? "");
    Promise.all([listUsers(store, shop), listRequests(store, shop)])
      .then(([users, requests]) => response.json({ users, requests }))
      .catch(next);
  });
  return router;
}

async function answer(store: Store, request: Request, response: Response): Promise<void> {
  const shop = findShopByApiKey(request.headers.authorization);
  if (!shop) return void response.status(401).json({ message: "Unknown API key." });
  const { faults, counters } = store;
  const knobs = faults.of(shop);
  if (faults.shouldInject(shop, knobs.agoraServerError)) {
    counters.fault(shop, "agoraServerError");
    await logRequest(store, shop, { status: 503, problem: "Simulated fault.", body: request.body });
    return void response.status(503).type("text/html").send("<html><body>Unavailable</body></html>");
  }
  const key = request.get("Idempotency-Key");
  const outcome = await respond(store, shop, key, request.body);
  const problem = "message" in outcome.body ? outcome.body.message : undefined;
  await logRequest(store, shop, { key, status: outcome.status, problem, body: request.body });
  if (outcome.status < 300 && faults.shouldInject(shop, knobs.agoraTimeoutAfterCommit)) {
    counters.fault(shop, "agoraTimeoutAfterCommit");
    await delay(store.delayMs(TIMEOUT_MS));
    return void response.destroy();
  }
  response.status(outcome.status).json(outcome.body);
}

async function respond(
  store: Store,
  shop: string,
  key: string | undefined,
  body: unknown,
): Promise<AgoraResponse> {
  const { faults, counters } = store;
  if (faults.shouldInject(shop, faults.of(shop).agoraRefused)) {
    counters.fault(shop, "agoraRefused");
    return { status: 422, body: { message: "The license of this school has expired." } };
  }
  if (!key) return { status: 400, body: { message: "The header Idempotency-Key is missing." } };
  const user = userSchema.safeParse(body);
  if (!user.success) return { status: 422, body: { message: z.prettifyError(user.error) } };
  return upsertUser(store, shop, key, user.data);
}
