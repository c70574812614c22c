import { Router } from "express";
import type { Store } from "../../data/database.ts";
import { findOrder, linesOf, transactionsOf } from "../../orders/read-orders.ts";
import { originalTransfers } from "../../orders/refund-order.ts";
import { lineTotalCents } from "../../orders/rows.ts";
import { cancelReturn, closeReturn, processReturn } from "../../returns/finish-return.ts";
import {
  approveReturn,
  createReturn,
  declineReturn,
  type ReturnChange,
  requestReturn,
} from "../../returns/open-return.ts";
import { findReturn } from "../../returns/read-returns.ts";
import { RETURN_REASONS } from "../../returns/return-reasons.ts";
import type { AdminServices } from "../services.ts";
import { orderAction } from "./order-routes.ts";
import { formText, numberParameter } from "./shop-handler.ts";

type Step = (store: Store, shop: string, id: number) => Promise<ReturnChange>;

const STEPS: Readonly<Record<string, Step>> = {
  approve: approveReturn,
  decline: (store, shop, id) => declineReturn(store, shop, id, { reason: "OTHER", note: null }),
  process: processAll,
  close: closeReturn,
  cancel: cancelReturn,
};

/** The actions of an order's returns. */
export function returnRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/orders/:id/returns";
  router.post(
    page,
    orderAction(async ({ shop }, request, orderId) => {
      const line = {
        fulfillmentLineId: Number(formText(request, "line")) || 0,
        quantity: Number(formText(request, "quantity")),
        reason: RETURN_REASONS.find(({ reason }) => reason === formText(request, "reason"))?.reason,
        note: formText(request, "note"),
      };
      const open = formText(request, "action") === "request" ? requestReturn : createReturn;
      return (await open(store, shop.domain, orderId, [line])).userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/:return`,
    orderAction(async ({ shop }, request) => {
      const step = STEPS[formText(request, "action")];
      const id = numberParameter(request, "return");
      return step ? (await step(store, shop.domain, id)).userErrors[0]?.message : "Choose an action.";
    }),
  );
  return router;
}

/** Processes all units of a return and refunds what they cost to the original payments. */
async function processAll(store: Store, shop: string, id: number): Promise<ReturnChange> {
  const row = await findReturn(store.pool, shop, id);
  const order = row && (await findOrder(store.pool, shop, row.order_id));
  const lines = order ? await linesOf(store.pool, order) : [];
  const returned = row?.lines ?? [];
  const cents = returned.reduce((sum, { lineId, quantity }) => {
    const line = lines.find((each) => each.id === lineId);
    return sum + (line ? lineTotalCents(line, quantity) : 0);
  }, 0);
  const transactions = order ? await transactionsOf(store.pool, shop, order.id) : [];
  return processReturn(store, shop, id, {
    lines: returned.map((line) => ({ id: line.id, quantity: line.quantity, restock: true })),
    transfers: originalTransfers(transactions, cents),
  });
}
