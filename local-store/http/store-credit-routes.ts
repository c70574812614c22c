import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { addCredit, deductCredit } from "../credit/change-credit.ts";
import { expireNow } from "../credit/expire-now.ts";
import { readStatement } from "../credit/read-statement.ts";
import type { Store } from "../data/database.ts";
import { findShop } from "../data/shops.ts";
import { type OrderChange, placeOrder } from "../orders/place-order.ts";
import { cancelOrder, refundOrder } from "../orders/refund-order.ts";
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
 * JSON routes for scripts and tests: changes to store credit and orders that the merchant or customers make without the app. Amounts
 * are in whole cents. Refusals are 422, and invalid input is 400.
 */
export function storeCreditRoutes(store: Store): Router {
  const router = Router();
  router.get(
    "/knobs/store-credit",
    handle(
      store,
      statementSchema,
      (request) => request.query,
      async ({ shop, customerId }) => readStatement(store, shop, customerId),
    ),
  );
  router.post(
    "/knobs/store-credit/adjust",
    handle(store, adjustSchema, bodyOf, async ({ shop, customerId, cents, expiresAt }) => {
      const currency = (await findShop(store.pool, shop))?.currency ?? "";
      const target = { customer: customerId };
      const change =
        cents < 0
          ? await deductCredit(store, shop, target, { cents: -cents, currency })
          : await addCredit(store, shop, target, { cents, currency }, expiresAt);
      const [refusal] = change.userErrors;
      if (refusal) throw new RefusedError(refusal.message);
      return { account: change.account, transaction: change.transaction };
    }),
  );
  router.post(
    "/knobs/store-credit/expire",
    handle(store, expireSchema, bodyOf, async ({ shop, creditId }) => {
      if (!(await expireNow(store, shop, creditId)))
        throw new RefusedError("The credit doesn't exist or has nothing left.");
      return {};
    }),
  );
  router.post(
    "/knobs/orders",
    handle(store, orderSchema, bodyOf, async ({ shop, ...order }) =>
      orderResponse(await placeOrder(store, shop, order)),
    ),
  );
  router.post(
    "/knobs/orders/refund",
    handle(store, refundSchema, bodyOf, async ({ shop, orderId, ...refund }) =>
      orderResponse(await refundOrder(store, shop, orderId, refund)),
    ),
  );
  router.post(
    "/knobs/orders/cancel",
    handle(store, cancelSchema, bodyOf, async ({ shop, orderId }) =>
      orderResponse(await cancelOrder(store, shop, orderId)),
    ),
  );
  return router;
}

class RefusedError extends Error {}

const bodyOf = (request: Request): unknown => request.body;

function orderResponse({ order, userErrors }: OrderChange) {
  if (!order) throw new RefusedError(userErrors[0]?.message);
  return { order: { ...order, name: orderName(order) } };
}

function handle<T extends { shop: string }>(
  store: Store,
  schema: z.ZodType<T>,
  inputOf: (request: Request) => unknown,
  work: (input: T) => Promise<object>,
): RequestHandler {
  const answer = async (request: Request, response: Response) => {
    const input = schema.safeParse(inputOf(request));
    if (!input.success) return void response.status(400).json({ error: z.prettifyError(input.error) });
    if (!(await findShop(store.pool, input.data.shop)))
      return void response.status(404).json({ error: "Unknown shop." });
    try {
      response.json(await work(input.data));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      response.status(422).json({ error: error.message });
    }
  };
  return (request, response, next) => {
    answer(request, response).catch(next);
  };
}
