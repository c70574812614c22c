import { json, type Request, type RequestHandler, Router } from "express";
import { z } from "zod";
import type { AdminServices } from "../admin/services.ts";
import { administratorOf, shopByDomain, shops } from "../config.ts";
import { mintSessionToken } from "./session-token.ts";
import { sessionTokenKnobsSchema } from "./session-token-knobs.ts";
import { storeCreditRoutes } from "./store-credit-routes.ts";

const mailKnobsSchema = z.strictObject({
  refused: z.array(z.string()),
  deferred: z.array(z.string()),
  answerAfterMs: z.number().int().min(0).max(60_000),
});

/**
 * JSON routes for scripts and tests: GET and PUT /knobs/session-token and /knobs/mail, orders and store credit
 * (store-credit-routes.ts), and GET /session-token?shop=…&administrator=1[&lifetime=-60], which returns a token for the app's API.
 * The Admin API's knobs are in faults/fault-routes.ts.
 */
export function knobRoutes(services: AdminServices): Router {
  const { store } = services;
  const router = Router();
  router.use("/knobs", rejectOtherSites, json());
  router.use(storeCreditRoutes(store));
  router.get("/knobs/session-token", (_request, response) => {
    response.json(services.sessionToken);
  });
  router.put(
    "/knobs/session-token",
    updateKnobs((request) =>
      Object.assign(services.sessionToken, sessionTokenKnobsSchema.parse(request.body)),
    ),
  );
  router.get("/knobs/mail", (_request, response) => {
    response.json(services.mail.knobs);
  });
  router.put(
    "/knobs/mail",
    updateKnobs((request) =>
      Object.assign(services.mail.knobs, mailKnobsSchema.partial().parse(request.body)),
    ),
  );
  router.get("/session-token", (request, response) => {
    const shop = shopByDomain(String(request.query.shop ?? shops[0]?.domain));
    const administrator = shop && administratorOf(shop, String(request.query.administrator ?? "1"));
    const lifetime = Number(request.query.lifetime ?? services.sessionToken.lifetimeSeconds);
    if (!shop || !administrator || !Number.isInteger(lifetime)) {
      response.status(404).type("text").send("Unknown shop or administrator.");
      return;
    }
    const token = mintSessionToken({
      shopDomain: shop.domain,
      administratorId: administrator.id,
      apiKey: services.app.apiKey,
      apiSecret: services.app.secret,
      now: new Date(store.clock.now()),
      lifetimeSeconds: lifetime,
    });
    response.set("Cache-Control", "no-store").type("text/plain").send(token);
  });
  return router;
}

/** Updates knobs and responds with the current ones, or with 400 and the validation errors. */
function updateKnobs(update: (request: Request) => object): RequestHandler {
  return (request, response, next) => {
    try {
      response.json(update(request));
    } catch (error) {
      if (!(error instanceof z.ZodError)) return next(error);
      response.status(400).json({ error: z.prettifyError(error) });
    }
  };
}

const rejectOtherSites: RequestHandler = (request, response, next) => {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return next();
  response
    .status(403)
    .json({ error: "Only scripts on this machine and the local store's own pages can use the knobs." });
};
