import { type Request, type RequestHandler, Router } from "express";
import { addCredit, takeCredit } from "../../credit/change.ts";
import { expireNow } from "../../credit/expire-now.ts";
import { cancelOrder, refundOrder } from "../../orders/give-back.ts";
import { placeOrder } from "../../orders/place.ts";
import type { PageContext } from "../page-context.ts";
import type { AdminServices } from "../services.ts";
import { customerAddress, formText, forShop, numberParameter } from "./handler.ts";

/** The buttons of a customer's page that move store credit as the merchant, the customer or time would. */
export function creditRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/customers/:id";
  router.post(
    `${page}/store-credit`,
    button(async ({ shop }, request) => {
      const cents = centsIn(request, "amount");
      const target = { customer: numberParameter(request, "id") };
      const amount = { cents: Math.abs(cents), currency: shop.currencyCode };
      const day = formText(request, "expiresAt");
      const change =
        cents < 0
          ? await takeCredit(store, shop.domain, target, amount)
          : await addCredit(store, shop.domain, target, amount, day ? new Date(`${day}T23:59:59Z`) : null);
      return change.userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/store-credit/:credit/expire`,
    button(async ({ shop }, request) => {
      const isDone = await expireNow(store, shop.domain, numberParameter(request, "credit"));
      return isDone ? undefined : "Nothing is left of this credit.";
    }),
  );
  router.post(
    `${page}/orders`,
    button(async ({ shop }, request) => {
      const { userErrors } = await placeOrder(store, shop.domain, {
        customerId: numberParameter(request, "id"),
        totalCents: centsIn(request, "total"),
        authorizeOnly: formText(request, "authorizeOnly") === "1",
      });
      return userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/orders/:order/refund`,
    button(async ({ shop }, request) => {
      const cents = centsIn(request, "amount");
      const to = formText(request, "to") === "payment" ? "payment" : "credit";
      const order = numberParameter(request, "order");
      const { userErrors } = await refundOrder(store, shop.domain, order, { cents, to });
      return userErrors[0]?.message;
    }),
  );
  router.post(
    `${page}/orders/:order/cancel`,
    button(async ({ shop }, request) => {
      const { userErrors } = await cancelOrder(store, shop.domain, numberParameter(request, "order"));
      return userErrors[0]?.message;
    }),
  );
  return router;
}

/** Does the work and goes back to the customer's page, with the store's refusal where there is one. */
function button(
  work: (context: PageContext, request: Request) => Promise<string | undefined>,
): RequestHandler {
  return forShop(async (context, request, response) => {
    const refusal = await work(context, request);
    const id = numberParameter(request, "id");
    response.redirect(303, customerAddress(context.shop.handle, id, refusal));
  });
}

/** A form's amount in cents; what is no amount counts as nothing, which every change refuses. */
function centsIn(request: Request, field: string): number {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(formText(request, field));
  if (!match) return 0;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] ? -cents : cents;
}
