import { Router } from "express";
import { customerToActivate, setAccountState } from "../data/customer-accounts.ts";
import type { Store } from "../data/database.ts";
import { saying, storefrontPage } from "./layout.tsx";
import { inShop } from "./routes.ts";

/** Where Shopify's own mail of invitation leads: the page on which a customer enables their classic account. */
export function accountRoutes(store: Store): Router {
  const router = Router();
  const path = "/storefront/:domain/account/activate/:id/:token";
  router.all(
    path,
    inShop(async (shop, request, response) => {
      const { id, token = "" } = request.params;
      const customer = await customerToActivate(store, shop.domain, Number(id) || 0, token);
      if (!customer || customer.state === "ENABLED") {
        const text = "It has been used, or it is not complete.";
        return void response.status(404).send(saying(shop, "This link does not work", text));
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
      await setAccountState(store, shop.domain, customer.id, "ENABLED");
      response.send(saying(shop, "Your account is active", `You can sign in with ${customer.email}.`));
    }),
  );
  return router;
}
