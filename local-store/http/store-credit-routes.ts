import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { addCredit, takeCredit } from "../credit/change.ts";
import { expireNow } from "../credit/expire-now.ts";
import { statementOf } from "../credit/statement.ts";
import type { Store } from "../data/database.ts";
import { findShop } from "../data/shops.ts";
import { cancelOrder, refundOrder } from "../orders/give-back.ts";
import { type OrderChange, placeOrder } from "../orders/place.ts";
import { orderName } from "../orders/rows.ts";

const shop = z.string();
const id = z.coerce.number().int().positive();
const cents = z.number().int();
const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional();

const statementSchema = z.strictObject({ shop, customerId: id });
const adjustSchema = z.strictObject({ shop, customerId: id, cents, expiresAt: instant });
const expireSchema = z.strictObject({ shop, creditId: id });
const orderSchema = z.strictObject({
  shop,
  customerId: id,
  totalCents: cents,
  creditCents: cents.optional(),
  authorizeOnly: z.boolean().optional(),
});
const refundSchema = z.strictObject({
  shop,
  orderId: id,
  cents,
  to: z.enum(["credit", "payment"]),
  expiresAt: instant,
});
const cancelSchema = z.strictObject({ shop, orderId: id });

/**
 * The store's side of store credit for scripts and tests, as JSON with whole cents: what the merchant and the customers do
 * without the app. A refusal of the store is 422 with a sentence, wrong input 400.
 */
export function storeCreditRoutes(store: Store): Router {
  const router = Router();
  router.get(
    "/knobs/store-credit",
    answered(
      store,
      statementSchema,
      (request) => request.query,
      async ({ shop, customerId }) => statementOf(store, shop, customerId),
    ),
  );
  router.post(
    "/knobs/store-credit/adjust",
    answered(store, adjustSchema, bodyOf, async ({ shop, customerId, cents, expiresAt }) => {
      const currency = (await findShop(store.pool, shop))?.currency ?? "";
      const target = { customer: customerId };
      const change =
        cents < 0
          ? await takeCredit(store, shop, target, { cents: -cents, currency })
          : await addCredit(store, shop, target, { cents, currency }, expiresAt);
      const [refusal] = change.userErrors;
      if (refusal) throw new Refused(refusal.message);
      return { account: change.account, transaction: change.transaction };
    }),
  );
  router.post(
    "/knobs/store-credit/expire",
    answered(store, expireSchema, bodyOf, async ({ shop, creditId }) => {
      if (!(await expireNow(store, shop, creditId))) throw new Refused("Nothing is left of such a credit.");
      return {};
    }),
  );
  router.post(
    "/knobs/orders",
    answered(store, orderSchema, bodyOf, async ({ shop, ...order }) =>
      orderAnswer(await placeOrder(store, shop, order)),
    ),
  );
  router.post(
    "/knobs/orders/refund",
    answered(store, refundSchema, bodyOf, async ({ shop, orderId, ...refund }) =>
      orderAnswer(await refundOrder(store, shop, orderId, refund)),
    ),
  );
  router.post(
    "/knobs/orders/cancel",
    answered(store, cancelSchema, bodyOf, async ({ shop, orderId }) =>
      orderAnswer(await cancelOrder(store, shop, orderId)),
    ),
  );
  return router;
}

class Refused extends Error {}

const bodyOf = (request: Request): unknown => request.body;

function orderAnswer({ order, userErrors }: OrderChange) {
  if (!order) throw new Refused(userErrors[0]?.message);
  return { order: { ...order, name: orderName(order) } };
}

function answered<T extends { shop: string }>(
  store: Store,
  schema: z.ZodType<T>,
  inputOf: (request: Request) => unknown,
  work: (input: T) => Promise<object>,
): RequestHandler {
  const answer = async (request: Request, response: Response) => {
    const input = schema.safeParse(inputOf(request));
    if (!input.success) return void response.status(400).json({ error: z.prettifyError(input.error) });
    if (!(await findShop(store.pool, input.data.shop)))
      return void response.status(404).json({ error: "There is no such shop." });
    try {
      response.json(await work(input.data));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      response.status(422).json({ error: error.message });
    }
  };
  return (request, response, next) => {
    answer(request, response).catch(next);
  };
}
