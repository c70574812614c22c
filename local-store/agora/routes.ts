import { setTimeout as delay } from "node:timers/promises";
import { json, type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import {
  listRequests,
  listUsers,
  noteRequest,
  type Outcome,
  shopOfKey,
  takeIn,
  userSchema,
} from "./directory.ts";

/** How late the answer comes that nobody waits for. */
const LATE_MS = 1_000;

/**
 * The interface of Agora's stand-in: `POST /agora/users` with a bearer key and an idempotency key. For scripts and tests
 * `GET /agora.json?shop=` shows whom it knows and what arrived.
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
  const shop = shopOfKey(request.headers.authorization);
  if (!shop) return void response.status(401).json({ message: "The key is not known." });
  const { faults, counters } = store;
  const knobs = faults.of(shop);
  if (faults.strikes(shop, knobs.agoraServerError)) {
    counters.fault(shop, "agoraServerError");
    await noteRequest(store, shop, { status: 503, problem: "A fault was asked for.", body: request.body });
    return void response.status(503).type("text/html").send("<html><body>Unavailable</body></html>");
  }
  const key = request.get("Idempotency-Key");
  const outcome = await outcomeOf(store, shop, key, request.body);
  const problem = "message" in outcome.body ? outcome.body.message : undefined;
  await noteRequest(store, shop, { key, status: outcome.status, problem, body: request.body });
  if (outcome.status < 300 && faults.strikes(shop, knobs.agoraTimeoutAfterCommit)) {
    counters.fault(shop, "agoraTimeoutAfterCommit");
    await delay(LATE_MS);
    return void response.destroy();
  }
  response.status(outcome.status).json(outcome.body);
}

async function outcomeOf(
  store: Store,
  shop: string,
  key: string | undefined,
  body: unknown,
): Promise<Outcome> {
  const { faults, counters } = store;
  if (faults.strikes(shop, faults.of(shop).agoraRefused)) {
    counters.fault(shop, "agoraRefused");
    return { status: 422, body: { message: "The licence of this school has run out." } };
  }
  if (!key) return { status: 400, body: { message: "The header Idempotency-Key is missing." } };
  const user = userSchema.safeParse(body);
  if (!user.success) return { status: 422, body: { message: z.prettifyError(user.error) } };
  return takeIn(store, shop, key, user.data);
}
