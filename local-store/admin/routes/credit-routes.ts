import { TZDate } from "@date-fns/tz";
import { type Request, type RequestHandler, Router } from "express";
import { addCredit, deductCredit } from "../../credit/change-credit.ts";
import { expireNow } from "../../credit/expire-now.ts";
import { toMinorUnits } from "../../data/minor-units.ts";
import { placeOrder } from "../../orders/place-order.ts";
import { cancelOrder, refundOrder } from "../../orders/refund-order.ts";
import type { PageContext } from "../page-context.ts";
import type { AdminServices } from "../services.ts";
import { customerAddress, formText, numberParameter, withShop } from "./shop-handler.ts";

/** The store credit and order actions of the customer page. */
export function creditRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/customers/:id";
  router.post(
    `${page}/store-credit`,
    action(async ({ shop }, request) => {
      const cents = centsIn(shop, request, "amount");
      const target = { customer: numberParameter(request, "id") };
      const amount = { cents: Math.abs(cents), currency: shop.currencyCode };
      const day = formText(request, "expiresAt");
      // As in Shopify's admin, the credit can be used on that day.
      const expiresAt = day ? lastSecondOf(day, shop.timeZone) : null;
      const change =
        cents < 0
          ? await deductCredit(store, shop.domain, target, amount)
          : await addCredit(store, shop.domain, target, amount, expiresAt);
      return change.userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/store-credit/:credit/expire`,
    action(async ({ shop }, request) => {
      const isDone = await expireNow(store, shop.domain, numberParameter(request, "credit"));
      return isDone ? undefined : "This credit has nothing left.";
    }),
  );
  router.post(
    `${page}/orders`,
    action(async ({ shop }, request) => {
      const { userErrors } = await placeOrder(store, shop.domain, {
        customerId: numberParameter(request, "id"),
        totalCents: centsIn(shop, request, "total"),
        authorizeOnly: formText(request, "authorizeOnly") === "1",
      });
      return userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/orders/:order/refund`,
    action(async ({ shop }, request) => {
      const cents = centsIn(shop, request, "amount");
      const to = formText(request, "to") === "payment" ? "payment" : "credit";
      const order = numberParameter(request, "order");
      const { userErrors } = await refundOrder(store, shop.domain, order, { cents, to });
      return userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/orders/:order/cancel`,
    action(async ({ shop }, request) => {
      const { userErrors } = await cancelOrder(store, shop.domain, numberParameter(request, "order"));
      return userErrors[0]?.message;
    }),
  );
  return router;
}

/** @param day YYYY-MM-DD */
function lastSecondOf(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(+new TZDate(year, month - 1, date, 23, 59, 59, timeZone));
}

/** Runs an action and redirects to the customer page with the error, if any. */
function action(
  work: (context: PageContext, request: Request) => Promise<string | undefined>,
): RequestHandler {
  return withShop(async (context, request, response) => {
    const refusal = await work(context, request);
    const id = numberParameter(request, "id");
    response.redirect(303, customerAddress(context.shop.handle, id, refusal));
  });
}

/** A form's amount in the currency's smallest unit. Zero for text that isn't an amount, which every change refuses. */
function centsIn({ currencyCode }: PageContext["shop"], request: Request, field: string): number {
  const text = formText(request, field);
  return /^-?\d{1,9}(\.\d+)?$/.test(text) ? (toMinorUnits(text, currencyCode) ?? 0) : 0;
}
