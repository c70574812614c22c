import { Router } from "express";
import { findCustomerToActivate, setCustomerAccountState } from "../data/customer-accounts.ts";
import type { Store } from "../data/database.ts";
import { messagePage, storefrontPage } from "./layout.tsx";
import { forShop } from "./storefront-routes.ts";

/** The page that Shopify's account invitation email links to. It activates a customer's classic account. */
export function accountRoutes(store: Store): Router {
  const router = Router();
  const path = "/storefront/:domain/account/activate/:id/:token";
  router.all(
    path,
    forShop(async (shop, request, response) => {
      const { id, token = "" } = request.params;
      const customer = await findCustomerToActivate(store, shop.domain, Number(id) || 0, token);
      if (!customer || customer.state === "ENABLED") {
        const text = "It was already used, or it is incomplete.";
        return void response.status(404).send(messagePage(shop, "This link doesn't work", text));
      }
      if (request.method !== "POST") {
        const form = (
          <form method="post">
            <h1>Activate account</h1>
            <p>{customer.email}</p>
            <button type="submit">Activate account</button>
          </form>
        );
        return void response.send(storefrontPage(shop, form));
      }
      await setCustomerAccountState(store, shop.domain, customer.id, "ENABLED");
      response.send(messagePage(shop, "Your account is active", `You can sign in with ${customer.email}.`));
    }),
  );
  return router;
}
