import express from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { findShop } from "../data/shops.ts";
import { knobsSchema, operationKnobsSchema } from "./fault-board.ts";

const changeSchema = z.strictObject({
  shop: z.string(),
  knobs: knobsSchema.partial().default({}),
  /** Reset the knobs, the random numbers, and the counters first. */
  reset: z.boolean().default(false),
  seed: z.number().int().optional(),
  /** Knobs of single operations of the Admin API, by name. They override the shop's knobs. */
  operations: z.record(z.string().min(1), operationKnobsSchema).default({}),
});

/**
 * The knobs over HTTP: `GET /__faults?shop=[&operation=]` reads them, `POST /__faults` with `{shop, knobs, reset?, seed?, operations?}`
 * sets them, and `GET /__counters?shop=` reads the counters.
 */
export function faultRoutes(store: Store): express.Router {
  const router = express.Router();

  router.get(["/__faults", "/__counters"], async (request, response, next) => {
    try {
      const shop = String(request.query.shop ?? "");
      if (!(await findShop(store.pool, shop)))
        return void response.status(404).json({ error: "Unknown shop." });
      response.json(
        request.path === "/__faults"
          ? store.faults.of(shop, String(request.query.operation ?? ""))
          : store.counters.of(shop),
      );
    } catch (error) {
      next(error);
    }
  });

  router.post("/__faults", express.json(), async (request, response, next) => {
    try {
      const change = changeSchema.safeParse(request.body);
      if (!change.success) return void response.status(400).json({ error: z.prettifyError(change.error) });
      const { shop, knobs, reset, seed, operations } = change.data;
      if (!(await findShop(store.pool, shop)))
        return void response.status(404).json({ error: "Unknown shop." });
      if (reset) {
        store.faults.reset(shop, seed);
        store.counters.reset(shop);
      }
      store.faults.set(shop, knobs);
      for (const [operation, overrides] of Object.entries(operations))
        store.faults.setFor(shop, operation, overrides);
      response.json(store.faults.of(shop));
    } catch (error) {
      next(error);
    }
  });

  return router;
}
