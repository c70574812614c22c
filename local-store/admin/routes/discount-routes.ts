import { Router } from "express";
import { createDiscount } from "../../discounts/create-discount.ts";
import { listCodes, listDiscounts } from "../../discounts/list-discounts.ts";
import { findDiscount } from "../../discounts/read-discounts.ts";
import { discountPage, discountsPage } from "../pages/discounts-page.tsx";
import type { AdminServices } from "../services.ts";
import { formText, numberParameter, queryText, sendNotFound, withShop } from "./shop-handler.ts";

/** How many codes a page shows. */
const MAX_CODES = 250;

/** The lists of discounts and of their codes. */
export function discountRoutes({ store }: AdminServices): Router {
  const router = Router();
  const page = "/store/:shop/discounts";
  router.get(
    page,
    withShop(async (context, request, response) => {
      const discounts = await listDiscounts(store.pool, context.shop.domain);
      const refused = queryText(request, "refused");
      response.send(discountsPage(context, { discounts, refused, now: store.clock.now() }));
    }),
  );
  router.post(
    page,
    withShop(async (context, request, response) => {
      const { userErrors } = await createDiscount(store, context.shop.domain, {
        title: formText(request, "title"),
        code: formText(request, "code"),
        percentage: Number(formText(request, "percent")) / 100,
        amountCents: null,
        oncePerCustomer: false,
        usageLimit: null,
        startsAt: new Date(store.clock.now()),
        endsAt: null,
      });
      const refused = userErrors.map(({ message }) => message).join(" ");
      const query = refused ? `?${new URLSearchParams({ refused })}` : "";
      response.redirect(303, `/store/${context.shop.handle}/discounts${query}`);
    }),
  );
  router.get(
    `${page}/:id`,
    withShop(async (context, request, response) => {
      const discount = await findDiscount(store.pool, context.shop.domain, numberParameter(request, "id"));
      if (!discount) return sendNotFound(request, response, "This discount doesn't exist.", context.shop);
      const search = queryText(request, "search");
      const codes = await listCodes(store.pool, discount, search, MAX_CODES);
      response.send(discountPage(context, { discount, codes, search, now: store.clock.now() }));
    }),
  );
  return router;
}
