import { type Request, type RequestHandler, Router } from "express";
import type { Store } from "../../data/database.ts";
import { findCustomer } from "../../data/find-customers.ts";
import { toMinorUnits } from "../../data/minor-units.ts";
import { deleteOrder } from "../../orders/delete-order.ts";
import { addFulfillmentEvent, fulfillOrder } from "../../orders/fulfill-order.ts";
import { payOrder } from "../../orders/pay-order.ts";
import { placeOrder } from "../../orders/place-order.ts";
import {
  findOrder,
  fulfillmentsOf,
  linesOf,
  refundableCents,
  transactionsOf,
} from "../../orders/read-orders.ts";
import { cancelOrder, refundOrder } from "../../orders/refund-order.ts";
import type { OrderRow } from "../../orders/rows.ts";
import { returnableFulfillments, returnsOf } from "../../returns/read-returns.ts";
import { listOrders } from "../list-queries.ts";
import { readOrderForm } from "../order-form.ts";
import type { PageContext } from "../page-context.ts";
import { type OrderDetails, orderPage } from "../pages/order-page.tsx";
import { newOrderPage, ordersPage } from "../pages/orders-page.tsx";
import type { AdminServices } from "../services.ts";
import { formText, numberParameter, queryText, sendNotFound, withShop } from "./shop-handler.ts";

const refusalNotice = (request: Request) => {
  const refusal = queryText(request, "refused");
  return refusal ? { level: "critical" as const, text: refusal } : undefined;
};

/** The list of orders, the form for a new one, and the page of an order with its actions. */
export function orderRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/orders/:id";
  router.get(
    "/store/:shop/orders",
    withShop(async (context, request, response) => {
      const search = queryText(request, "search");
      const before = Number(queryText(request, "before")) || undefined;
      const list = await listOrders(store, context.shop.domain, { search, before });
      response.send(ordersPage(context, { ...list, search }));
    }),
  );
  router.get(
    "/store/:shop/orders/new",
    withShop(async (context, request, response) => {
      const customer = queryText(request, "customer");
      const variants = await suggestVariants(store, context.shop.domain);
      response.send(newOrderPage(context, { customer, variants }, refusalNotice(request)));
    }),
  );
  router.post(
    "/store/:shop/orders",
    withShop(async (context, request, response) => {
      const base = `/store/${context.shop.handle}/orders`;
      const input = await readOrderForm(store, context.shop, request);
      const placed = typeof input === "string" ? null : await placeOrder(store, context.shop.domain, input);
      if (placed?.order) return response.redirect(303, `${base}/${placed.order.id}`);
      const refused = typeof input === "string" ? input : (placed?.userErrors[0]?.message ?? "");
      const customer = formText(request, "customer");
      response.redirect(303, `${base}/new?${new URLSearchParams({ customer, refused })}`);
    }),
  );
  router.get(
    page,
    withShop(async (context, request, response) => {
      const order = await findOrder(store.pool, context.shop.domain, numberParameter(request, "id"));
      if (!order) return sendNotFound(request, response, "This order doesn't exist.", context.shop);
      response.send(orderPage(context, await readDetails(store, order), refusalNotice(request)));
    }),
  );
  router.post(
    `${page}/pay`,
    orderAction(
      async ({ shop }, _request, id) => (await payOrder(store, shop.domain, id)).userErrors[0]?.message,
    ),
  );
  router.post(
    `${page}/fulfill`,
    orderAction(async ({ shop }, request, id) => {
      const tracking = { company: formText(request, "company"), number: formText(request, "trackingNumber") };
      return (await fulfillOrder(store, shop.domain, id, { tracking })).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/fulfillments/:fulfillment/events`,
    orderAction(async ({ shop }, request) => {
      const status = formText(request, "status") === "DELIVERED" ? "DELIVERED" : "IN_TRANSIT";
      const fulfillment = numberParameter(request, "fulfillment");
      return (await addFulfillmentEvent(store, shop.domain, fulfillment, { status })).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/refund`,
    orderAction(async ({ shop }, request, id) => {
      const cents = toMinorUnits(formText(request, "amount"), shop.currencyCode) ?? 0;
      const to = formText(request, "to") === "credit" ? "credit" : "original";
      return (await refundOrder(store, shop.domain, id, { cents, to })).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/cancel`,
    orderAction(async ({ shop }, _request, id) => {
      const change = await cancelOrder(store, shop.domain, id, { reason: "STAFF" });
      return change.userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/delete`,
    withShop(async ({ shop }, request, response) => {
      const id = numberParameter(request, "id");
      const [refusal] = (await deleteOrder(store, shop.domain, id)).userErrors;
      const orders = `/store/${shop.handle}/orders`;
      const query = new URLSearchParams({ refused: refusal?.message ?? "" });
      response.redirect(303, refusal ? `${orders}/${id}?${query}` : orders);
    }),
  );
  return router;
}

/** Runs an order's action and returns to its page, with the error that it returns. */
export function orderAction(
  work: (context: PageContext, request: Request, orderId: number) => Promise<string | undefined>,
): RequestHandler {
  return withShop(async (context, request, response) => {
    const id = numberParameter(request, "id");
    const refusal = await work(context, request, id);
    const query = refusal ? `?${new URLSearchParams({ refused: refusal })}` : "";
    response.redirect(303, `/store/${context.shop.handle}/orders/${id}${query}`);
  });
}

async function readDetails(store: Store, order: OrderRow): Promise<OrderDetails> {
  const { pool } = store;
  const lines = await linesOf(pool, order);
  const transactions = await transactionsOf(pool, order.shop, order.id);
  const returnable = (await returnableFulfillments(pool, order)).flatMap((each) => each.lines);
  const customer =
    order.customer_id === null ? null : await findCustomer(pool, order.shop, order.customer_id);
  return {
    order,
    customer,
    lines,
    fulfillments: await fulfillmentsOf(pool, order),
    transactions,
    returns: await returnsOf(pool, order),
    returnable: returnable.map(({ id, lineId, returnable: quantity }) => ({
      fulfillmentLineId: id,
      title: lines.find((line) => line.id === lineId)?.title ?? "",
      quantity,
    })),
    refundable: refundableCents(order, transactions),
  };
}

const MAX_SUGGESTIONS = 300;

async function suggestVariants(store: Store, shop: string) {
  const { rows } = await store.pool.query<{ sku: string; title: string }>(
    `SELECT DISTINCT ON (v.sku) v.sku, p.title FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
     WHERE v.shop = $1 AND v.sku <> '' ORDER BY v.sku LIMIT $2`,
    [shop, MAX_SUGGESTIONS],
  );
  return rows;
}
