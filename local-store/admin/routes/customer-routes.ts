import { type Request, Router } from "express";
import { readStatement } from "../../credit/read-statement.ts";
import { addTags, createCustomer, deleteCustomer, removeTags } from "../../data/customers.ts";
import { findCustomer } from "../../data/find-customers.ts";
import { metafieldsOf } from "../../data/metafields.ts";
import { listCustomers } from "../list-queries.ts";
import { customerPage } from "../pages/customer-page.tsx";
import { customersPage } from "../pages/customers-page.tsx";
import { registerPage } from "../pages/register-page.tsx";
import { registrationInput } from "../registration-input.ts";
import type { AdminServices } from "../services.ts";
import {
  customerAddress,
  formText,
  numberParameter,
  queryText,
  sendNotFound,
  withShop,
} from "./shop-handler.ts";

/** Customers and the registration form. */
export function customerRoutes({ store }: AdminServices): Router {
  const router = Router();
  router.get(
    "/store/:shop/customers",
    withShop(async (context, request, response) => {
      const search = queryText(request, "search");
      const before = Number(queryText(request, "before")) || undefined;
      const page = await listCustomers(store, context.shop.domain, { search, before });
      response.send(customersPage(context, { ...page, search }));
    }),
  );
  router.get(
    "/store/:shop/customers/:id",
    withShop(async (context, request, response) => {
      const id = numberParameter(request, "id");
      const { domain } = context.shop;
      const customer = await findCustomer(store.pool, domain, id);
      if (!customer) return sendNotFound(request, response, "This customer doesn't exist.", context.shop);
      const metafields = await metafieldsOf(store.pool, domain, "CUSTOMER", [id]);
      const refusal = queryText(request, "refused");
      const notice = refusal ? { level: "critical" as const, text: refusal } : undefined;
      const statement = await readStatement(store, domain, id);
      response.send(
        customerPage(context, customer, { metafields: metafields.get(id) ?? [], statement }, notice),
      );
    }),
  );
  for (const [verb, change] of [
    ["add", addTags],
    ["remove", removeTags],
  ] as const) {
    router.post(
      `/store/:shop/customers/:id/tags/${verb}`,
      withShop(async (context, request, response) => {
        const id = numberParameter(request, "id");
        const { userErrors } = await change(store, context.shop.domain, id, [formText(request, "tag")]);
        response.redirect(303, customerAddress(context.shop.handle, id, userErrors[0]?.message));
      }),
    );
  }
  router.post(
    "/store/:shop/customers/:id/delete",
    withShop(async (context, request, response) => {
      const id = numberParameter(request, "id");
      const { userErrors } = await deleteCustomer(store, context.shop.domain, id);
      const list = `/store/${context.shop.handle}/customers`;
      const refusal = userErrors[0]?.message;
      response.redirect(303, refusal ? customerAddress(context.shop.handle, id, refusal) : list);
    }),
  );
  router.get(
    "/store/:shop/register",
    withShop((context, _request, response) => {
      response.send(registerPage(context, { values: {}, errors: {} }));
    }),
  );
  router.post(
    "/store/:shop/register",
    withShop(async (context, request, response) => {
      const values = formValues(request);
      const { customer, userErrors } = await createCustomer(
        store,
        context.shop.domain,
        registrationInput(values),
      );
      if (customer) return response.redirect(303, customerAddress(context.shop.handle, customer.id));
      const errors = Object.fromEntries(userErrors.map((each) => [fieldOf(each.field), each.message]));
      response.status(400).send(registerPage(context, { values, errors }));
    }),
  );
  return router;
}

const SHOWN_FIELDS = new Set(["firstName", "lastName", "email", "phone"]);

/** The form field of an error, or "" to show it above the form. */
function fieldOf(path: string[] | null): string {
  const name = path?.at(-1) ?? "";
  return SHOWN_FIELDS.has(name) ? name : "";
}

function formValues(request: Request): Record<string, string> {
  const names = Object.keys(request.body ?? {});
  return Object.fromEntries(names.map((name) => [name, formText(request, name)]));
}
